import { type Lesson, lessonLevels } from '@khmer-learning/contracts';
import { createRelevance, parseSearchQuery } from '@khmer-learning/khmer-text';
import { maxExaminedCandidates, titledSearchFields } from '@khmer-learning/service-kit';
import { createQueryProfiler, type QueryProfiler } from '@khmer-learning/test-kit';
import fc from 'fast-check';
import { startContent, type TestContent } from '../../content.test-kit.ts';
import { type StoredLesson, visibilities } from '../model/lesson.model.ts';

interface List {
  readonly lessons: readonly Lesson[];
  readonly total: number;
  readonly totalIsEstimate?: true;
}

let content: TestContent;
let profile: QueryProfiler;
let types: readonly number[];
let mainLessons: readonly number[];

beforeAll(async () => {
  content = await startContent();
  types = [(await content.createLessonType()).id, (await content.createLessonType()).id];
  mainLessons = [
    (await content.createMainLesson({ status: 'published' })).id,
    (await content.createMainLesson({ status: 'published' })).id,
  ];
  profile = await createQueryProfiler(content.service.connection, ['lessons']);
});
afterAll(async () => {
  await profile.stop();
  await content.close();
});

/** Replaces all lessons by ones with these texts, of which the last is the newest. */
async function store(
  texts: readonly (readonly string[])[],
  all: Partial<StoredLesson> = {},
): Promise<StoredLesson[]> {
  const now = new Date();
  const fieldsByText = new Map<string, ReturnType<typeof titledSearchFields>>();
  const rows = texts.map(([title = '', description = '', ...contents], n): StoredLesson => {
    const any = Math.imul(n + 1, 2_654_435_761) >>> 0;
    const key = JSON.stringify([title, description, contents]);
    const fields = fieldsByText.get(key) ?? titledSearchFields({ title, description }, contents);
    fieldsByText.set(key, fields);
    return {
      _id: n + 1,
      mainLessonId: mainLessons[any % 2] ?? 0,
      lessonTypeId: types[(any >>> 4) % 2] ?? 0,
      title,
      description,
      level: lessonLevels[(any >>> 8) % 3] ?? 'Beginner',
      image: 'type',
      sections: contents.map((text) => ({ title: 's', content: text, html: null, ops: null })),
      visibility: visibilities[(any >>> 12) % 3] ?? 'draft',
      position: n + 1,
      ...fields,
      version: 1,
      createdAt: now,
      updatedAt: now,
      ...all,
    };
  });
  const lessons = content.service.connection.collection<StoredLesson>('lessons');
  await lessons.deleteMany({});
  await lessons.insertMany(rows, { ordered: false });
  // A write through the service, which forgets the totals.
  await content.createLessonType();
  return rows;
}

const listPath = (query: Readonly<Record<string, string>>) =>
  `/api/lessons?${Object.entries(query)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')}`;

async function list(query: Readonly<Record<string, string>>): Promise<List> {
  const { status, body } = await content.call<List>('GET', listPath(query));
  expect(status).toBe(200);
  return body;
}

const words = ['ant', 'anthill', 'bee', 'beetle', 'cat'];
/** Each is one cluster, and none begins with another one. */
const clusters = ['ខ្ញុំ', 'ច', 'ង់', 'ទៅ', 'ផ្សា', 'រ', 'ធំ'];

/** A part of a text: an English word, or a run of Khmer as its clusters. */
type Part = string | readonly string[];
const spell = (part: Part) => (typeof part === 'string' ? part : part.join(''));

/** The rule of a search, written without an index: a word begins with it, a run contains it. */
function finds(text: readonly Part[], term: Part): boolean {
  if (typeof term === 'string') return text.some((part) => typeof part === 'string' && part.startsWith(term));
  return text.some(
    (part) =>
      typeof part !== 'string' &&
      part.some((_, start) => term.every((cluster, at) => part[start + at] === cluster)),
  );
}

const khmer = fc.array(fc.constantFrom(...clusters), { minLength: 1, maxLength: 6 });
const text = fc.array(fc.oneof(fc.constantFrom(...words), khmer), { minLength: 1, maxLength: 4 });
const terms = fc.array(
  fc.oneof(
    fc
      .tuple(fc.constantFrom(...words), fc.integer({ min: 1, max: 7 }))
      .map(([word, length]) => word.slice(0, length)),
    fc.array(fc.constantFrom(...clusters), { minLength: 1, maxLength: 4 }),
  ),
  { minLength: 1, maxLength: 4 },
);
const filters = fc.record(
  {
    level: fc.constantFrom(...lessonLevels),
    status: fc.constantFrom('draft', 'published'),
    mainLesson: fc.nat(1),
    type: fc.nat(1),
  },
  { requiredKeys: [] },
);

it('finds the same lessons as a look at each of them, in English and Khmer, with and without filters', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(text, { minLength: 20, maxLength: 60 }),
      fc.array(fc.tuple(terms, filters, fc.nat(40)), { minLength: 12, maxLength: 12 }),
      async (texts, searches) => {
        // Repeated, so that the words are frequent.
        const parts = Array.from({ length: 600 }, (_, n) => texts[Math.imul(n, 7) % texts.length] ?? []);
        const rows = await store(parts.map((some) => ['t', some.map(spell).join(' ')]));
        for (const [search, { level, status, mainLesson, type }, offset] of searches) {
          const query = {
            search: search.map(spell).join(' '),
            limit: '100',
            offset: String(offset),
            ...(level && { level }),
            ...(status && { status }),
            ...(mainLesson === undefined ? {} : { mainLessonId: String(mainLessons[mainLesson]) }),
            ...(type === undefined ? {} : { lessonTypeId: String(types[type]) }),
          };
          const expected = rows
            .filter(
              (row, n) =>
                search.every((term) => finds(parts[n] ?? [], term)) &&
                (level === undefined || row.level === level) &&
                (status === undefined || (status === 'draft') === (row.visibility === 'draft')) &&
                (mainLesson === undefined || row.mainLessonId === mainLessons[mainLesson]) &&
                (type === undefined || row.lessonTypeId === types[type]),
            )
            .reverse();
          // In the order of their relevance if they are few, or the lessons of the only word are; else newest first.
          const { rank } = createRelevance(query.search);
          const isOneWord = parseSearchQuery(query.search).keys.length === 1;
          const known = isOneWord
            ? parts.filter((part) => search.every((term) => finds(part, term)))
            : expected;
          if (known.length <= 255) expected.sort((a, b) => rank(a) - rank(b));
          const { lessons, total, totalIsEstimate } = await list(query);
          expect({ query, ids: lessons.map(({ id }) => id), total, totalIsEstimate }).toEqual({
            query,
            ids: expected.slice(offset, offset + 100).map(({ _id }) => _id),
            total: expected.length,
            totalIsEstimate: undefined,
          });
        }
      },
    ),
    { numRuns: depth(1, 5), endOnFailure: true },
  );
});

describe.each([
  ['English', 'north', 'south', 2],
  // The first run has two sequences of three clusters, the second one has one.
  ['Khmer', 'ខ្ញុំចង់ទៅ', 'ផ្សារធំ', 3],
] as const)('two frequent words that rarely meet, in %s,', (_language, one, other, keys) => {
  /** Lessons with one of the words, in turns: of each word more than are examined. */
  const count = 2 * maxExaminedCandidates + 1_000;
  /** Both words stand in every 3,000th lesson. */
  const both = Array.from({ length: count / 3_000 }, (_, n) => 3_000 * n + 1).reverse();
  const search = `${one} ${other}`;

  beforeAll(async () => {
    await store(
      Array.from({ length: count }, (_, n) => ['t', n % 3_000 === 0 ? search : n % 2 ? one : other]),
      { visibility: 'public' },
    );
  });

  it('cost what the candidates cost', async () => {
    const reads = await profile.captureReads(() => list({ search, limit: '15', offset: '0' }));
    const examined = (field: 'keysExamined' | 'docsExamined') =>
      reads.reduce((sum, read) => sum + (read[field] ?? 0), 0);
    // The page and the total each read the candidates by one key, and reach or look them up by every key.
    expect(examined('keysExamined')).toBeLessThan(2 * (2 * keys + 1) * maxExaminedCandidates);
    expect(examined('docsExamined')).toBeLessThan(200);
  });

  it('find the newest lessons, and say that there may be others', async () => {
    const { lessons, total, totalIsEstimate } = await list({ search, limit: '15' });
    const found = lessons.map(({ id }) => id);
    expect(found.length).toBeGreaterThan(3);
    expect(found.length).toBeLessThan(both.length);
    expect(both.slice(0, found.length)).toEqual(found);
    expect({ total, totalIsEstimate }).toEqual({ total: found.length, totalIsEstimate: true });
    // A page past the end leads back to it.
    expect(await list({ search, limit: '15', offset: '30' })).toEqual({
      lessons: [],
      total: found.length,
      totalIsEstimate: true,
    });
  });

  it('are all found in `/api/v1` by following the cursor', async () => {
    const ids: number[] = [];
    let cursor: string | undefined;
    for (let page = 0; page === 0 || cursor; page += 1) {
      const path = `/api/v1/lessons?search=${search}&limit=3${cursor ? `&cursor=${cursor}` : ''}`;
      const { body } = await content.call<{ data: { id: number }[]; nextCursor?: string }>(
        'GET',
        path,
        undefined,
        { as: 'app' },
      );
      ids.push(...body.data.map(({ id }) => id));
      cursor = body.nextCursor;
      expect(page).toBeLessThan(20);
    }
    expect(ids).toEqual(both);
  });

  it('are all found among the few lessons that another filter leaves', async () => {
    await content.service.connection
      .collection<StoredLesson>('lessons')
      .updateMany({ _id: { $in: both } }, { $set: { mainLessonId: 999 } });
    const { lessons, total, totalIsEstimate } = await list({ search, limit: '15', mainLessonId: '999' });
    expect(lessons.map(({ id }) => id)).toEqual(both);
    expect({ total, totalIsEstimate }).toEqual({ total: both.length });
  });
});

it('ranks whole words of the contents, and those between zero-width spaces, before parts of words', async () => {
  const ids = async (search: string, filter = {}) =>
    (await list({ search, limit: '15', ...filter })).lessons.map(({ id }) => id);
  await store(
    [
      ['One', '', 'cat : ខ្ញុំ\u200Bទៅ\u200Bផ្សារ'],
      ['Two', '', 'category : ខ្ញុំទៅផ្សារ'],
      ['Three', '', 'dog : ទៅផ្សារ'],
      ['Four', '', 'Cat : នៅ'],
      ['Cats', '', 'dog : នៅ'],
    ],
    { visibility: 'public' },
  );
  expect(await ids('cat')).toEqual([5, 4, 1, 2]);
  expect(await ids('cat', { status: 'published' })).toEqual([5, 4, 1, 2]);
  expect(await ids('ទៅ')).toEqual([1, 3, 2]);
  expect(await ids('cat', { offset: '2' })).toEqual([1, 2]);
});

describe('the lines by which a search finds lessons', () => {
  const matches = async (search: string) => {
    const path = `/api/lessons/search-matches?search=${search}&ids=1,2,3,999`;
    const { body } = await content.call<{ data: { id: number; text: string; places: object[] }[] }>(
      'GET',
      path,
    );
    return body.data;
  };

  it('are those with most of its words, but none of lessons whose title and description have them', async () => {
    await store([
      ['At the market', 'Fruit', 'mango [x] : ស្វាយ'],
      ['Shopping', '', 'river : ទន្លេ\nfruit market : ផ្សារផ្លែឈើ\nmarket : ផ្សារ'],
      ['Nothing', '', 'rice : បាយ'],
    ]);
    expect(await matches('market fru')).toEqual([
      {
        id: 2,
        text: 'fruit market : ផ្សារផ្លែឈើ',
        places: [
          { start: 0, end: 3 },
          { start: 6, end: 12 },
        ],
      },
    ]);
    expect(await matches('ផ្លែឈើ')).toMatchObject([{ id: 2, places: [{ start: 20, end: 26 }] }]);
  });

  it('come from the beginning of very long contents', async () => {
    const long = 'word : ពាក្យ\n'.repeat(20_000);
    await store([['a', '', `first\n${long}last`]]);
    expect(await matches('first')).toHaveLength(1);
    expect(await matches('last')).toEqual([]);
  });
});

describe('a list of more than 1,000 lessons', () => {
  it('has an estimated total that is near, corrected on its last page', async () => {
    const rows = await store(Array.from({ length: 9_000 }, () => ['often', 'd']));
    for (const [query, matches] of [
      [{}, () => true],
      [{ search: 'often' }, () => true],
      [{ status: 'published' }, ({ visibility }) => visibility !== 'draft'],
      [{ search: 'often', level: 'Advanced' }, ({ level }) => level === 'Advanced'],
      [{ mainLessonId: String(mainLessons[1]) }, ({ mainLessonId }) => mainLessonId === mainLessons[1]],
    ] as [Record<string, string>, (row: StoredLesson) => boolean][]) {
      const exact = rows.filter(matches).length;
      const reads = await profile.captureReads(async () => {
        const { total, totalIsEstimate } = await list({ ...query, limit: '15' });
        expect({ query, totalIsEstimate }).toEqual({ query, totalIsEstimate: true });
        expect(Math.abs(total - exact) / exact).toBeLessThan(0.15);
      });
      const keys = reads.reduce((sum, { keysExamined = 0 }) => sum + keysExamined, 0);
      // Less than the list has, except where the filters of a search have to be looked for.
      if (!query.level) expect({ query, keys: Math.min(keys, 4_000) }).toEqual({ query, keys });
      const offset = String(exact - 3);
      expect(await list({ ...query, limit: '15', offset })).toMatchObject({ total: exact });
      const past = await list({ ...query, limit: '15', offset: String(exact + 15) });
      expect(past.lessons).toEqual([]);
      expect(past.total).toBeLessThanOrEqual(exact + 15);
    }
  });

  it('has an exact total up to 1,000', async () => {
    await store(Array.from({ length: 1_000 }, () => ['often', 'd']));
    const { total, totalIsEstimate } = await list({ limit: '15' });
    expect({ total, totalIsEstimate }).toEqual({ total: 1_000 });
  });
});
