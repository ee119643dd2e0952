import { type Lesson, quizEvent } from '@khmer-learning/contracts';
import type { EventConsumer } from '@khmer-learning/service-kit';
import { buildEntityEvent, eventually, publishEvents, publishStreamIsFilled } from '@khmer-learning/test-kit';
import { startContent, type TestContent } from '../../content.test-kit.ts';
import { lessonMarks } from '../../migrations/0009-lesson-marks.ts';
import { startQuizConsumer } from '../cascades/lesson.quizzes.ts';

let content: TestContent;
let consumer: EventConsumer;
let parents: { mainLessonId: number; lessonTypeId: number };

beforeAll(async () => {
  content = await startContent();
  consumer = startQuizConsumer(content.service);
  await publishStreamIsFilled(content.service.nats, 'quizzes');
});
afterAll(() => content.close());
beforeEach(async () => {
  parents = {
    mainLessonId: (await content.createMainLesson()).id,
    lessonTypeId: (await content.createLessonType()).id,
  };
});

const vocabulary = (...texts: string[]) => [
  {
    ...{ title: 'Key words', html: null, ops: null },
    content: 'Water [tuk] : ទឹក\nRice [bay] : បាយ',
    recordings: texts.map((text) => ({ language: 'km', text, file: 'word.mp3' })),
  },
];
const listed = async (query: string) => {
  const path = `/api/lessons?limit=10&mainLessonId=${parents.mainLessonId}&${query}`;
  const { body } = await content.call<{ lessons: Lesson[]; total: number }>('GET', path);
  expect(body.total).toBe(body.lessons.length);
  expect(JSON.stringify(body)).not.toContain('quizStatus');
  return body.lessons.map(({ id }) => id);
};

describe('lists of lessons', () => {
  it('are filtered by recordings of all words, and of some', async () => {
    const all = await content.createLesson({ ...parents, sections: vocabulary('ទឹក', 'បាយ') });
    const some = await content.createLesson({ ...parents, sections: vocabulary('ទឹក') });
    await content.createLesson({
      ...parents,
      sections: [{ title: 'Talk', content: 'No words', html: null, ops: null }],
    });
    expect(await listed('recordings=complete')).toEqual([all.id]);
    expect(await listed('recordings=missing')).toEqual([some.id]);
    expect(await listed('recordings=missing&search=water&quiz=none&sort=title')).toEqual([some.id]);
    await content.call('PATCH', `/api/lessons/${some.id}`, { sections: vocabulary('ទឹក', 'បាយ') });
    expect(await listed('recordings=complete&level=beginner')).toEqual([some.id, all.id]);
    expect(await listed('recordings=missing')).toEqual([]);
    const { connection, config } = content.service;
    await connection
      .collection('lessons')
      .updateMany({ title: { $exists: true } }, { $set: { searchKeys: [] } });
    expect(await listed('recordings=complete')).toEqual([]);
    await lessonMarks.up(connection, config);
    expect(await listed('recordings=complete')).toEqual([some.id, all.id]);
  });

  it('are filtered by quizzes, which their events tell, without a new version', async () => {
    const [first, second] = [await content.createLesson(parents), await content.createLesson(parents)];
    let version = 0;
    const at = new Date().toISOString();
    const publish = async (id: number, quiz: { lessonId: number; status: string } | null) => {
      version += 1;
      const state = quiz && {
        ...quiz,
        id,
        title: 'Quiz',
        description: 'd',
        questions: [],
        createdAt: at,
        updatedAt: at,
      };
      await publishEvents(content.service.nats, [buildEntityEvent(quizEvent, id, version, state)]);
      await eventually(async () => expect(await consumer.isUpToDate()).toBe(true));
    };
    const byQuiz = async () => [
      await listed('quiz=none'),
      await listed('quiz=draft'),
      await listed('quiz=active'),
    ];
    expect(await byQuiz()).toEqual([[second.id, first.id], [], []]);
    await publish(1, { lessonId: first.id, status: 'draft' });
    expect(await byQuiz()).toEqual([[second.id], [first.id], []]);
    await publish(2, { lessonId: first.id, status: 'active' });
    expect(await byQuiz()).toEqual([[second.id], [], [first.id]]);
    // A save of the lesson keeps it, and a copy has no quizzes.
    const saved = await content.call<Lesson>('PATCH', `/api/lessons/${first.id}`, { title: 'Renamed' });
    expect(saved.body.version).toBe(first.version + 1);
    const copy = await content.call<Lesson>('POST', `/api/lessons/${first.id}/duplicate`);
    expect(await byQuiz()).toEqual([[copy.body.id, second.id], [], [first.id]]);
    await publish(2, { lessonId: second.id, status: 'active' });
    expect(await byQuiz()).toEqual([[copy.body.id], [first.id], [second.id]]);
    await publish(1, null);
    await publish(2, null);
    expect(await byQuiz()).toEqual([[copy.body.id, second.id, first.id], [], []]);
    expect(await content.call('GET', '/api/lessons?quiz=some')).toMatchObject({ status: 400 });
  });
});
