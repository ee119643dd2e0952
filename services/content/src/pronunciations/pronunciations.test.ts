import type {
  Lesson,
  PronunciationConflict,
  PronunciationReplacement,
  pronunciationConflictsList,
  pronunciationsFind,
  ResponseOf,
  UsedPronunciation,
} from '@khmer-learning/contracts';
import { parseVocabulary } from '@khmer-learning/khmer-text';
import { eventually } from '@khmer-learning/test-kit';
import { startContent, type TestContent } from '../content.test-kit.ts';

let content: TestContent;
let parents: { mainLessonId: number; lessonTypeId: number };

beforeEach(async () => {
  content = await startContent();
  parents = {
    mainLessonId: (await content.createMainLesson({ status: 'published' })).id,
    lessonTypeId: (await content.createLessonType()).id,
  };
});
afterEach(() => content.close());

const createLesson = (
  title: string,
  text: string,
  overrides: Record<string, unknown> = {},
): Promise<Lesson> =>
  content.createLesson({
    ...parents,
    title,
    sections: [{ title: 'Key words', content: text }],
    ...overrides,
  });

async function find(
  words: readonly { english?: string; khmer?: string }[],
  exceptLesson?: number,
): Promise<UsedPronunciation[][]> {
  const { status, body } = await content.call<ResponseOf<typeof pronunciationsFind>>(
    'POST',
    '/api/pronunciations',
    { words, ...(exceptLesson === undefined ? {} : { exceptLesson }) },
  );
  expect({ status, body }).toMatchObject({ status: 200 });
  return body.words.map(({ spellings }) => spellings);
}
const phonemicsOf = async (word: { english?: string; khmer?: string }) =>
  (await find([word])).flat().map(({ phonemic }) => phonemic);

async function conflicts(query = ''): Promise<ResponseOf<typeof pronunciationConflictsList>> {
  const { status, body } = await content.call<ResponseOf<typeof pronunciationConflictsList>>(
    'GET',
    `/api/pronunciation-conflicts${query}`,
  );
  expect(status).toBe(200);
  return body;
}
const spellingsOf = ({ spellings }: PronunciationConflict) =>
  spellings.map(({ phonemic, lessons, examples }) => [phonemic, lessons, examples.map(({ id }) => id)]);

const read = async ({ id }: Lesson) => (await content.call<Lesson>('GET', `/api/lessons/${id}`)).body;
const textOf = (lesson: Lesson) => lesson.sections.map((section) => section.content).join('\n');

async function useEverywhere(khmer: string, phonemic: string): Promise<PronunciationReplacement> {
  const begun = await content.call<PronunciationReplacement>('POST', '/api/pronunciation-replacements', {
    khmer,
    phonemic,
  });
  expect(begun).toMatchObject({ status: 201, body: { isDone: false, changed: 0 } });
  return eventually(async () => {
    const { body } = await content.call<PronunciationReplacement>(
      'GET',
      `/api/pronunciation-replacements/${begun.body.id}`,
    );
    expect(body.isDone).toBe(true);
    return body;
  });
}

describe('the pronunciations of words', () => {
  it('come from all lessons, drafts and those from before the memory included, the most used first', async () => {
    await createLesson('At the market', 'Water [tik] : ទឹក');
    await createLesson('Drinks', 'water [tɨk] : ទឹក');
    await createLesson('More drinks', 'Water [TIK] : ទឹក', { status: 'published' });
    await content.rememberPronunciations();
    const [spellings] = await find([{ english: 'WATER ' }]);
    expect(spellings).toEqual([
      { phonemic: 'tik', khmer: 'ទឹក', lessons: 2 },
      { phonemic: 'tɨk', khmer: 'ទឹក', lessons: 1 },
    ]);
  });

  it('are those of the Khmer where it is given, whatever the English is', async () => {
    await createLesson('Directions', 'Right [sdam] : ស្តាំ');
    await createLesson('Answers', 'Right [trem-trov] : ត្រឹមត្រូវ\nMother [mdaay] : ម្តាយ');
    await content.rememberPronunciations();
    expect(await phonemicsOf({ english: 'Right', khmer: 'ត្រឹមត្រូវ' })).toEqual(['trem-trov']);
    expect(await phonemicsOf({ english: 'Mom', khmer: 'ម្តាយ' })).toEqual(['mdaay']);
    expect((await phonemicsOf({ english: 'right' })).sort()).toEqual(['sdam', 'trem-trov']);
    expect(await phonemicsOf({ english: 'Right', khmer: 'សិទ្ធិ' })).toEqual([]);
  });

  it('are found without article, in the singular, and with the punctuation of the word', async () => {
    await createLesson('Words', 'Boat [tuuk] : ទូក\nWhere? [nouw-naa?] : នៅណា?');
    await content.rememberPronunciations();
    expect(await phonemicsOf({ english: 'The boats' })).toEqual(['tuuk']);
    expect(await phonemicsOf({ english: 'Where' })).toEqual(['nouw-naa']);
    expect(await phonemicsOf({ english: 'where?' })).toEqual(['nouw-naa?']);
    expect(await phonemicsOf({ english: 'Boating' })).toEqual([]);
  });

  it('are composed of the parts of a Khmer text that no lesson has, if all are known', async () => {
    await createLesson('Words', 'Rice [baay] : បាយ\nChicken [sach moan] : សាច់មាន់\nDay [thngay] : ថ្ងៃ');
    await content.rememberPronunciations();
    expect(await find([{ english: 'Chicken rice', khmer: 'បាយសាច់មាន់' }])).toEqual([
      [{ phonemic: 'baay sach moan', khmer: 'បាយសាច់មាន់', lessons: 0 }],
    ]);
    expect(await phonemicsOf({ khmer: 'ថ្ងៃចន្ទ' })).toEqual([]);
  });

  it('leave out what the edited lesson itself has', async () => {
    const lesson = await createLesson('Drinks', 'Water [tɨk] : ទឹក');
    await createLesson('At the market', 'Water [tik] : ទឹក');
    await content.rememberPronunciations();
    expect(await find([{ khmer: 'ទឹក' }], lesson.id)).toEqual([
      [{ phonemic: 'tik', khmer: 'ទឹក', lessons: 1 }],
    ]);
  });

  it('follow the lessons: changed, deleted and restored', async () => {
    const lesson = await createLesson('Drinks', 'Water [tɨk] : ទឹក\nTea [tae] : តែ');
    await content.rememberPronunciations();
    const sections = [{ title: 'Key words', content: 'Water [tik] : ទឹក' }];
    await content.call('PATCH', `/api/lessons/${lesson.id}`, { sections });
    await content.rememberPronunciations();
    expect(await phonemicsOf({ english: 'water' })).toEqual(['tik']);
    expect(await phonemicsOf({ english: 'tea' })).toEqual([]);
    await content.call('DELETE', `/api/lessons/${lesson.id}`);
    await content.rememberPronunciations();
    expect(await phonemicsOf({ english: 'water' })).toEqual([]);
    await content.call('POST', `/api/deleted-lessons/${lesson.id}/restore`);
    await content.rememberPronunciations();
    expect(await phonemicsOf({ english: 'water' })).toEqual(['tik']);
  });

  it('are not taken from formatted text, other lines, and Khmer without Khmer letters', async () => {
    const html = '<p>Water [tik] : ទឹក</p>';
    const formatted = { title: 'Text', content: 'Water [tik] : ទឹក', html };
    await createLesson('Text', '', {
      sections: [formatted, { title: 'Words', content: 'Tea [tae] : ?\nMilk: ទឹកដោះគោ' }],
    });
    await content.rememberPronunciations();
    expect((await find([{ khmer: 'ទឹក' }, { english: 'tea' }, { khmer: 'ទឹកដោះគោ' }])).flat()).toEqual([]);
  });

  it.each([
    ['too many words', { words: Array.from({ length: 51 }, () => ({ english: 'a' })) }],
    ['a word that is no text', { words: [{ english: { $gt: '' } }] }],
    ['no words', {}],
    ['an id that is none', { words: [], exceptLesson: -1 }],
  ])('refuse %s', async (_what, body) => {
    const { status } = await content.call('POST', '/api/pronunciations', body);
    expect(status).toBe(400);
  });
});

describe('words with several pronunciations', () => {
  it('are listed with their spellings and lessons, those in most lessons first', async () => {
    const one = await createLesson('Drinks', 'Water [tɨk] : ទឹក\nTea [tae] : តែ');
    const two = await createLesson('At the market', 'Drinking water [tik] : ទឹក');
    const three = await createLesson('Food', 'Water [tik] : ទឹក\nTea [tee] : តែ');
    await content.rememberPronunciations();
    const { conflicts: found, total } = await conflicts();
    expect(total).toBe(2);
    expect(found.map((conflict) => [conflict.khmer, spellingsOf(conflict)])).toEqual([
      [
        'ទឹក',
        [
          ['tik', 2, [three.id, two.id]],
          ['tɨk', 1, [one.id]],
        ],
      ],
      [
        'តែ',
        [
          ['tae', 1, [one.id]],
          ['tee', 1, [three.id]],
        ],
      ],
    ]);
    expect(found[0]).toMatchObject({ english: ['Water', 'Drinking water'], lessons: 3 });
    expect((await conflicts('?search=tea')).conflicts.map(({ khmer }) => khmer)).toEqual(['តែ']);
    expect((await conflicts('?limit=1&offset=1')).conflicts.map(({ khmer }) => khmer)).toEqual(['តែ']);
    expect((await content.call('GET', '/api/pronunciation-conflicts?limit=51')).status).toBe(400);
  });

  it('are no conflict any more when the lessons agree', async () => {
    const lesson = await createLesson('Drinks', 'Water [tɨk] : ទឹក');
    await createLesson('Food', 'Water [tik] : ទឹក');
    await content.rememberPronunciations();
    expect((await conflicts()).total).toBe(1);
    await content.call('DELETE', `/api/lessons/${lesson.id}`);
    await content.rememberPronunciations();
    expect(await conflicts()).toEqual({ conflicts: [], total: 0 });
  });
});

describe('using one pronunciation everywhere', () => {
  it('changes drafts and published lessons, with a version each, and nothing else of them', async () => {
    const draft = await createLesson('Draft', 'Water [tɨk] : ទឹក\nA line\n\nTea [tae] : តែ');
    const published = await createLesson(
      'Published',
      'ice\\: [nice] water [teuk] : ទឹក\nWater? [tɨk?] : ទឹក?',
      {
        status: 'published',
      },
    );
    const right = await createLesson('Right', 'Water [Tik] : ទឹក');
    await content.rememberPronunciations();
    expect(await useEverywhere('ទឹក', 'tik')).toMatchObject({ lessons: 2, changed: 2, failedLessons: [] });
    const after = await read(published);
    expect(textOf(await read(draft))).toBe('Water [tik] : ទឹក\nA line\nTea [tae] : តែ');
    expect(after).toMatchObject({ status: 'published', version: 2 });
    expect(textOf(after)).toBe('ice\\: [nice] water [teuk] : ទឹក\nWater? [tik?] : ទឹក?');
    expect(await read(right)).toEqual(right);
    await content.rememberPronunciations();
    expect((await conflicts()).total).toBe(0);
    const restored = await content.call(`POST`, `/api/lessons/${draft.id}/versions/1/restore`, {});
    expect(restored.status).toBe(200);
    expect(textOf(await read(draft))).toBe(textOf(draft));
  });

  it('changes a working copy with its lesson, which it can still replace', async () => {
    const lesson = await createLesson('Drinks', 'Water [tɨk] : ទឹក', { status: 'published' });
    await createLesson('Food', 'Water [tik] : ទឹក');
    const { mainLessonId, lessonTypeId, title, description, level } = lesson;
    const sections = [{ title: 'Key words', content: 'Water [tɨk] : ទឹក\nTea [tae] : តែ' }];
    const contents = { mainLessonId, lessonTypeId, title, description, level, sections };
    await content.call('PUT', `/api/lessons/${lesson.id}/working-copy`, { contents });
    await content.rememberPronunciations();
    await useEverywhere('ទឹក', 'tik');
    expect(textOf(await read(lesson))).toBe('Water [tik] : ទឹក');
    const { status } = await content.call('POST', `/api/lessons/${lesson.id}/working-copy/publish`, {});
    expect(status).toBe(200);
    expect(textOf(await read(lesson))).toBe('Water [tik] : ទឹក\nTea [tae] : តែ');
  });

  it('is refused for a word without another spelling, and for a blank pronunciation', async () => {
    await createLesson('Food', 'Water [tik] : ទឹក');
    await content.rememberPronunciations();
    const call = (khmer: string, phonemic: string) =>
      content.call('POST', '/api/pronunciation-replacements', { khmer, phonemic });
    expect((await call('ទឹក', 'tik')).status).toBe(404);
    expect((await call('តែ', 'tik')).status).toBe(404);
    expect((await call('ទឹក', '[?]')).status).toBe(400);
    expect((await content.call('GET', '/api/pronunciation-replacements/7')).status).toBe(404);
  });

  it('is continued after a lesson that cannot be changed', async () => {
    const lessons = await Promise.all(
      ['One', 'Two', 'Three'].map((title) => createLesson(title, 'Water [tɨk] : ទឹក')),
    );
    await content.rememberPronunciations();
    await content.call('DELETE', `/api/lessons/${lessons[0]?.id}`);
    expect(await useEverywhere('ទឹក', 'tik')).toMatchObject({ changed: 2 });
    for (const lesson of lessons.slice(1))
      expect(parseVocabulary(textOf(await read(lesson))).rows[0]?.phonemic).toBe('tik');
  });
});
