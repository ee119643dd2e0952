import {
  type Lesson,
  type LessonSummary,
  maxCheckedLessons,
  type pronunciationConflictsByLessons,
  type Recording,
  type ResponseOf,
} from '@khmer-learning/contracts';
import { createQueryProfiler, isScanOrSort, summarizeCommand } from '@khmer-learning/test-kit';
import fc from 'fast-check';
import { startContent, type TestContent } from '../../content.test-kit.ts';
import { wordCounts } from '../../migrations/0008-word-counts.ts';
import { lessonTextFields } from '../writes/lesson.kind.ts';

let content: TestContent;
let parents: { mainLessonId: number; lessonTypeId: number };

beforeAll(async () => {
  content = await startContent();
});
afterAll(() => content.close());
beforeEach(async () => {
  parents = {
    mainLessonId: (await content.createMainLesson()).id,
    lessonTypeId: (await content.createLessonType()).id,
  };
});

const water: Recording = { language: 'km', text: 'ទឹក', file: 'water-km.mp3' };
const rice: Recording = { language: 'en', text: 'Rice', file: 'rice-en.mp3' };
const vocabulary = (recordings: Recording[], text = 'Water [tuk] : ទឹក\nRice [bay] : បាយ') => [
  { title: 'Key words', content: text, html: null, ops: null, recordings },
];
const listed = async () =>
  (
    await content.call<LessonSummary[]>(
      'GET',
      `/api/main-lessons-details/${parents.mainLessonId}?counts=true`,
    )
  ).body;
const countsOf = async (id: number) => {
  const lesson = (await listed()).find((one) => one.id === id);
  return [lesson?.words, lesson?.recordedWords];
};

describe('the counts of words in the list of a main lesson', () => {
  it('are those of the vocabulary, whichever language is recorded; stale recordings do not count', async () => {
    const { id } = await content.createLesson({ ...parents, sections: vocabulary([water, rice]) });
    expect(await countsOf(id)).toEqual([2, 2]);
    const text = 'Water [tuk] : ទឹក\nBread [nom pang] : នំប៉័ង\na note';
    await content.call('PATCH', `/api/lessons/${id}`, { sections: vocabulary([water, rice], text) });
    expect(await countsOf(id)).toEqual([2, 1]);
    await content.call('PATCH', `/api/lessons/${id}`, { title: 'Another title' });
    expect(await countsOf(id)).toEqual([2, 1]);
  });

  it('are those that learners see until changes are published, and a copy has its own', async () => {
    const { id } = await content.createLesson({
      ...parents,
      status: 'published',
      sections: vocabulary([water]),
    });
    const { body: lesson } = await content.call<Lesson>('GET', `/api/lessons/${id}`);
    const { title, description, level } = lesson;
    const contents = { ...parents, title, description, level, sections: vocabulary([water, rice]) };
    await content.call('PUT', `/api/lessons/${id}/working-copy`, { contents });
    expect(await countsOf(id)).toEqual([2, 1]);
    const copy = await content.call<Lesson>('POST', `/api/lessons/${id}/duplicate`);
    expect(await countsOf(copy.body.id)).toEqual([2, 2]);
    await content.call('POST', `/api/lessons/${id}/working-copy/publish`, {});
    expect(await countsOf(id)).toEqual([2, 2]);
  });

  it('follow any sequence of edits', async () => {
    const { id } = await content.createLesson({ ...parents, sections: vocabulary([]) });
    const line = fc.constantFrom('Water [tuk] : ទឹក', 'Rice [bay] : បាយ', 'a note', 'Hello: សួស្តី');
    const edit = fc.record({
      lines: fc.array(line, { minLength: 1, maxLength: 5 }),
      recordings: fc.subarray([water, rice]),
    });
    await fc.assert(
      fc.asyncProperty(edit, async ({ lines, recordings }) => {
        const sections = vocabulary(recordings, lines.join('\n'));
        await content.call('PATCH', `/api/lessons/${id}`, { sections });
        const { words, recordedWords } = lessonTextFields({ title: 't', description: 'd', sections });
        expect(await countsOf(id)).toEqual([words, recordedWords]);
      }),
      { numRuns: depth(5, 50) },
    );
  });

  it('are given to lessons that were stored without them', async () => {
    const { id } = await content.createLesson({ ...parents, sections: vocabulary([water]) });
    const { connection, config } = content.service;
    await connection
      .collection('lessons')
      .updateMany({ title: { $exists: true } }, { $unset: { words: 1, recordedWords: 1 } });
    expect(await countsOf(id)).toEqual([undefined, undefined]);
    await wordCounts.up(connection, config);
    expect(await countsOf(id)).toEqual([2, 1]);
  });
});

it('counts the words of each lesson that lessons spell in several ways', async () => {
  const lessonOf = (text: string) => content.createLesson({ ...parents, sections: vocabulary([], text) });
  const first = await lessonOf('Water [tuk] : ទឹក\nRice [bay] : បាយ');
  const second = await lessonOf('Water [teuk] : ទឹក');
  const third = await lessonOf('Rice [bay] : បាយ');
  const ids = [first.id, second.id, third.id].join();
  await content.rememberPronunciations();
  const { body } = await content.call<ResponseOf<typeof pronunciationConflictsByLessons>>(
    'GET',
    `/api/pronunciation-conflicts/by-lessons?ids=${ids}`,
  );
  expect(new Map(body.lessons.map(({ lessonId, conflicts }) => [lessonId, conflicts]))).toEqual(
    new Map([
      [first.id, 1],
      [second.id, 1],
    ]),
  );
  const tooMany = Array.from({ length: maxCheckedLessons + 1 }, (_, index) => index + 1).join();
  for (const wrong of [tooMany, 'x', ''])
    expect((await content.call('GET', `/api/pronunciation-conflicts/by-lessons?ids=${wrong}`)).status).toBe(
      400,
    );
});

it('reads a main lesson of 1,000 lessons by a few commands, and its conflicts by one for each hundred', async () => {
  const { connection } = content.service;
  const { id } = await content.createLesson({ ...parents, sections: vocabulary([water]) });
  const row = await connection.collection<{ _id: number }>('lessons').findOne({ _id: id });
  const first = 1_000_000;
  await connection
    .collection<{ _id: number }>('lessons')
    .insertMany(
      Array.from({ length: 999 }, (_, index) => ({ ...row, _id: first + index, position: first + index })),
    );
  const collections = ['lessons', 'lesson_types', 'main_lessons', 'word_uses', 'pronunciations'];
  const profile = await createQueryProfiler(connection, collections);
  const reads = await profile.captureReads(async () => expect(await listed()).toHaveLength(1_000));
  expect(reads.length).toBeLessThanOrEqual(5);
  expect(reads.filter(isScanOrSort).map(summarizeCommand)).toEqual([]);
  const ids = Array.from({ length: maxCheckedLessons }, (_, index) => first + index).join();
  const checks = await profile.captureReads(async () => {
    await content.call('GET', `/api/pronunciation-conflicts/by-lessons?ids=${ids}`);
  });
  expect(checks).toHaveLength(1);
  await profile.stop();
});
