import type { Lesson, ResponseOf, wordsList } from '@khmer-learning/contracts';
import { serialiseVocabulary } from '@khmer-learning/khmer-text';
import { createQueryProfiler } from '@khmer-learning/test-kit';
import { startContent, type TestContent } from '../../content.test-kit.ts';
import { maxReadLessons } from './word.queries.ts';

let content: TestContent;
let parents: { mainLessonId: number; lessonTypeId: number };

beforeAll(async () => {
  content = await startContent();
  parents = {
    mainLessonId: (await content.createMainLesson()).id,
    lessonTypeId: (await content.createLessonType()).id,
  };
});
afterAll(() => content.close());

const createLesson = (title: string, ...contents: string[]): Promise<Lesson> =>
  content.createLesson({
    ...parents,
    title,
    sections: contents.map((text, at) => ({ title: `Section ${at + 1}`, content: text })),
  });

async function find(search: string, limit = 10): Promise<ResponseOf<typeof wordsList>> {
  const path = `/api/words?search=${search}&limit=${limit}`;
  const { status, body } = await content.call<ResponseOf<typeof wordsList>>('GET', path);
  expect({ search, status }).toEqual({ search, status: 200 });
  return body;
}
const englishOf = async (search: string) => (await find(search)).words.map(({ english }) => english);

describe('the search for words', () => {
  let market: Lesson;

  beforeAll(async () => {
    market = await createLesson(
      'At the market',
      'Where? [nouw-naa?] : នៅណា?\nwater [ˈtɨk] : ទឹក\nice water [tɨk-kɑɑk] : ទឹកកក\nA line about water without a translation',
      'I want to go to the market [kɲom-cɑng-tɨv-psaa] : ខ្ញុំចង់ទៅផ្សារ\nbee [kmum] : ឃ្មុំ',
    );
  });

  it('names the lesson, the section and the row, exact matches first, and what to find in the lesson', async () => {
    expect(await find('water')).toEqual({
      words: [
        {
          lessonId: market.id,
          lessonTitle: 'At the market',
          sectionTitle: 'Section 1',
          english: 'water',
          phonemic: 'ˈtɨk',
          khmer: 'ទឹក',
          find: 'water',
        },
        expect.objectContaining({ english: 'ice water', find: 'ice water' }),
      ],
    });
  });

  it.each([
    ['the beginning of a word', 'wat', ['water', 'ice water']],
    ['words of several fields, in any order', 'ទឹក ice', ['ice water']],
    ['phonemic text with or without its stress mark', 'ˈtɨk', ['water', 'ice water']],
    ['phonemic text without its stress mark', 'tɨk', ['water', 'ice water']],
    ['a run of Khmer inside a longer one', 'ទៅផ្សារ', ['I want to go to the market']],
    ['more than three clusters of Khmer', 'ចង់ទៅផ្សារ', ['I want to go to the market']],
    ['Khmer with a zero-width space', 'ទឹក\u200Bកក', ['ice water']],
    ['Khmer in another spelling order', 'ឃុ្មំ', ['bee']],
    ['Khmer with a soft hyphen', 'ទឹក\u00ADកក', ['ice water']],
    ['phonemic text with diacritics', 'tɨ̆k', ['water', 'ice water']],
    ['words of the title alone', 'market at', []],
    ['the middle of a Latin word', 'ater', []],
    ['nothing visible', ' \u200B', []],
  ])('matches as the list of lessons does: %s', async (_name, search, english) => {
    expect(await englishOf(search)).toEqual(english);
  });

  it('says that a Khmer word is to be found by its Khmer', async () => {
    expect((await find('ទឹក')).words.map((word) => word.find)).toEqual(['ទឹក', 'ទឹកកក']);
  });

  it('finds and returns text with the characters of the format', async () => {
    const row = { english: 'left [turn]: now\\then', phonemic: 'cveeng [a:b]', khmer: 'ឆ្វេង: [ឥឡូវ]' };
    await createLesson('Escapes', serialiseVocabulary({ rows: [row], unparsedLines: [] }));
    for (const search of ['left [turn]: now', 'cveeng [a:b]', '[ឥឡូវ]'])
      expect((await find(search)).words).toMatchObject([{ ...row, lessonTitle: 'Escapes' }]);
  });

  it('follows a change and a deletion of the lesson', async () => {
    const { id } = await createLesson('Fruit', 'durian [tuu-reen] : ធុរេន');
    expect(await englishOf('durian')).toEqual(['durian']);
    const sections = [{ title: 'Fruit', content: 'rambutan [saaw-maaw] : សាវម៉ាវ' }];
    await content.call('PATCH', `/api/lessons/${id}`, { sections });
    expect([await englishOf('durian'), await englishOf('rambutan')]).toEqual([[], ['rambutan']]);
    await content.call('DELETE', `/api/lessons/${id}`);
    expect(await englishOf('rambutan')).toEqual([]);
  });

  it('is for staff: a learner and an app are refused', async () => {
    for (const as of ['learner', 'app', 'nobody'] as const) {
      const { status } = await content.call('GET', '/api/words?search=water', undefined, { as });
      expect({ as, status }).toEqual({ as, status: 401 });
    }
  });

  it.each(['0', '21', '1.5', 'many'])('refuses the limit %s', async (limit) => {
    expect((await content.call('GET', `/api/words?search=water&limit=${limit}`)).status).toBe(400);
  });
});

it('reads few lessons of many that match, without all of their fields, and says that there are more', async () => {
  const count = maxReadLessons + 10;
  for (let n = 0; n < count; n += 1) await createLesson(`Papaya ${n}`, `mango ${n} [svaay] : ស្វាយ`);
  const profile = await createQueryProfiler(content.service.connection, ['lessons']);
  try {
    const examined = async (search: string, limit: number) => {
      let found: Awaited<ReturnType<typeof find>> | undefined;
      const reads = await profile.captureReads(async () => {
        found = await find(search, limit);
      });
      return { ...found, documents: reads.reduce((sum, { docsExamined = 0 }) => sum + docsExamined, 0) };
    };
    const one = await examined('mango', 1);
    expect(one).toMatchObject({ words: [{ lessonTitle: `Papaya ${count - 1}` }], hasMore: true });
    expect(one.documents).toBeLessThanOrEqual(maxReadLessons + 1 + 5);
    // Their titles match, but no row does.
    const none = await examined('papaya', 20);
    expect(none).toMatchObject({ words: [], hasMore: true });
    expect(none.documents).toBeLessThanOrEqual(2 * maxReadLessons + 1);
  } finally {
    await profile.stop();
  }
});
