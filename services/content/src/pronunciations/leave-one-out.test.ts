import type {
  Lesson,
  pronunciationConflictsList,
  pronunciationsFind,
  ResponseOf,
} from '@khmer-learning/contracts';
import { parseVocabulary, pronunciationKey, type VocabularyEntry, wordKey } from '@khmer-learning/khmer-text';
import { demoLessons } from '@khmer-learning/local-stack';
import { startContent, type TestContent } from '../content.test-kit.ts';
import { vocabularyPacks } from './vocabulary-packs.fixture.ts';

/** All lessons of the demo school and of the packs, as texts of vocabulary. */
const school = [
  {
    title: 'Demo school',
    lessons: demoLessons.map(({ title, sections }) => ({ title, text: sections[0]?.content ?? '' })),
  },
  ...vocabularyPacks,
];

let content: TestContent;
let parents: { mainLessonId: number; lessonTypeId: number };
let lessons: { source: string; lesson: Lesson; rows: readonly VocabularyEntry[] }[];

const createLesson = (title: string, text: string): Promise<Lesson> =>
  content.createLesson({ ...parents, title, sections: [{ title: 'Key words', content: text }] });

beforeAll(async () => {
  content = await startContent();
  parents = {
    mainLessonId: (await content.createMainLesson()).id,
    lessonTypeId: (await content.createLessonType()).id,
  };
  lessons = [];
  for (const { title: source, lessons: texts } of school)
    for (const { title, text } of texts)
      lessons.push({ source, lesson: await createLesson(title, text), rows: parseVocabulary(text).rows });
  await content.rememberPronunciations();
});
afterAll(() => content.close());

type Conflicts = ResponseOf<typeof pronunciationConflictsList>;

/** All words with several spellings, page by page. */
async function conflicts(): Promise<Conflicts['conflicts']> {
  const found: Conflicts['conflicts'] = [];
  for (;;) {
    const path = `/api/pronunciation-conflicts?limit=50&offset=${found.length}`;
    const { body } = await content.call<Conflicts>('GET', path);
    found.push(...body.conflicts);
    if (body.conflicts.length === 0 || found.length >= body.total) return found;
  }
}

/** What is offered first for each row of a lesson, from all other lessons. */
async function offersFor({ lesson, rows }: (typeof lessons)[number], withKhmer: boolean): Promise<Offer[]> {
  const words = rows.map(({ english, khmer }) => ({ english, khmer: withKhmer ? khmer : '' }));
  const { body } = await content.call<ResponseOf<typeof pronunciationsFind>>('POST', '/api/pronunciations', {
    words,
    exceptLesson: lesson.id,
  });
  return rows.map((row, at) => ({ row, offered: body.words[at]?.spellings[0]?.phonemic }));
}

interface Offer {
  readonly row: VocabularyEntry;
  readonly offered: string | undefined;
}

function outcomeOf({ row, offered }: Offer): 'right' | 'wrong' | 'none' {
  if (offered === undefined) return 'none';
  return pronunciationKey(offered) === pronunciationKey(row.phonemic) ? 'right' : 'wrong';
}

/** A line of the table for each source, and the wrong offers. */
async function measure(withKhmer: boolean): Promise<{ table: string[]; wrong: string[] }> {
  const offers = await Promise.all(
    lessons.map(async (left) => ({ source: left.source, offers: await offersFor(left, withKhmer) })),
  );
  const table = school.map(({ title }) => {
    const all = offers.filter(({ source }) => source === title).flatMap((left) => left.offers);
    const count = (outcome: string) => all.filter((offer) => outcomeOf(offer) === outcome).length;
    return `${title}: ${all.length} words, ${count('right')} right, ${count('wrong')} wrong, ${count('none')} none`;
  });
  const wrong = offers
    .flatMap((left) => left.offers)
    .filter((offer) => outcomeOf(offer) === 'wrong')
    .map(({ row, offered }) => `${row.english} [${row.phonemic}]: [${offered}]`);
  return { table, wrong };
}

describe('of the words of a lesson that is left out', () => {
  it('most of those that other lessons have are offered rightly from their English alone', async () => {
    expect(await measure(false)).toEqual({
      table: [
        'Demo school: 102 words, 58 right, 0 wrong, 44 none',
        'Eating out: 50 words, 17 right, 0 wrong, 33 none',
        'On a journey: 51 words, 20 right, 0 wrong, 31 none',
        'Body and clothes: 49 words, 14 right, 2 wrong, 33 none',
        'Home, school and work: 49 words, 30 right, 0 wrong, 19 none',
      ],
      // The English word has another meaning elsewhere.
      wrong: ['Cold [pdah-saay]: [traw-cheak]', 'Glasses [vaen-taa]: [kaev]'],
    });
  });

  it('more are offered, and none wrongly, once the Khmer is there', async () => {
    expect(await measure(true)).toEqual({
      table: [
        'Demo school: 102 words, 63 right, 0 wrong, 39 none',
        'Eating out: 50 words, 20 right, 0 wrong, 30 none',
        'On a journey: 51 words, 26 right, 0 wrong, 25 none',
        'Body and clothes: 49 words, 15 right, 0 wrong, 34 none',
        'Home, school and work: 49 words, 34 right, 0 wrong, 15 none',
      ],
      wrong: [],
    });
  });

  it('each one is offered that another lesson has, or whose Khmer is made of words of other lessons', async () => {
    const missed = await Promise.all(
      lessons.map(async (left) => {
        const elsewhere = new Set(
          lessons
            .filter(({ lesson }) => lesson.id !== left.lesson.id)
            .flatMap(({ rows }) => rows.map(({ khmer }) => wordKey(khmer))),
        );
        const offers = await offersFor(left, true);
        return offers.filter(
          ({ row, offered }) => offered === undefined && elsewhere.has(wordKey(row.khmer)),
        );
      }),
    );
    expect(missed.flat()).toEqual([]);
  });
});

/** Spellings that are the same to a reader. */
const harmless: readonly ((phonemic: string) => string)[] = [
  (phonemic) => phonemic.toUpperCase(),
  (phonemic) => ` ${phonemic} `,
  (phonemic) => phonemic.replaceAll(' ', '  '),
  (phonemic) => phonemic.replaceAll('-', '\u2011'),
  (phonemic) => phonemic.normalize('NFD'),
  (phonemic) => `\u200B${phonemic}`,
  (phonemic) => `\\[${phonemic}\\]`,
];

/** Spellings that differ. */
const harmful: readonly ((phonemic: string) => string)[] = [
  (phonemic) => phonemic.replace(/[aeiou]/, (vowel) => vowel + vowel),
  (phonemic) => phonemic.replace(/[a-z]/, (letter) => `${letter}h`),
  (phonemic) => phonemic.replace(/[aeiou]/, '\u0268'),
  (phonemic) => phonemic.replace(/[aeiou]/, (vowel) => `${vowel}\u0301`),
  (phonemic) => `\u02C8${phonemic}`,
  (phonemic) => `${phonemic}k`,
  (phonemic) => phonemic.replace(/[a-z]/, (letter) => `${letter}\u02BC`),
];

describe('of inconsistencies that are planted', () => {
  it('there are none in a consistent school, although its words come again in other lessons', async () => {
    expect(await conflicts()).toEqual([]);
  });

  it('none is missed, and nothing else is reported', async () => {
    const words = [
      ...new Map(lessons.flatMap(({ rows }) => rows.map((row) => [wordKey(row.khmer), row] as const))),
    ];
    const planted = words.filter((_word, at) => at % 3 === 0).map(([id]) => id);
    const lines = words.map(([, { english, phonemic, khmer }], at) => {
      const [changes, other] = at % 3 === 0 ? [harmful, `Another ${english}`] : [harmless, english];
      const change = changes[at % changes.length];
      return `${other.replaceAll(':', '')} [${change?.(phonemic)}] : ${khmer}`;
    });
    const copies = await Promise.all([
      createLesson('Other spellings', lines.slice(0, 100).join('\n')),
      createLesson('More spellings', lines.slice(100).join('\n')),
    ]);
    await content.rememberPronunciations();
    const found = (await conflicts()).map(({ id }) => id);
    expect(planted.length).toBeGreaterThan(60);
    expect([...found].sort()).toEqual([...planted].sort());

    for (const { id } of copies) await content.call('DELETE', `/api/lessons/${id}`);
    await content.rememberPronunciations();
    expect(await conflicts()).toEqual([]);
  });
});
