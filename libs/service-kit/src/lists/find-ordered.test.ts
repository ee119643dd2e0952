import { buildSortKey } from '@khmer-learning/khmer-text';
import { dropDatabase, testMongoUri } from '@khmer-learning/test-kit';
import fc from 'fast-check';
import mongoose, { type Model, Schema } from 'mongoose';
import { createListStore, type ListQuery, readPage } from '../index.ts';
import { backfillSortKeys } from './backfill-keys.ts';
import { listOrder } from './find-ordered.ts';
import { recomputeFields } from './recompute-fields.ts';

interface Thing {
  _id: number;
  title: string;
  titleSort?: string | null;
  group: string;
  seenAt: Date | null;
  version: number;
}

const indexes = { title: { titleSort: 1, _id: 1 }, seen: { seenAt: 1, _id: 1 } } as const;
const groupIndex = { group: 1, _id: -1 } as const;

const uri = testMongoUri('ordered');
const connection = mongoose.createConnection(uri);
let things: Model<Thing>;

beforeAll(async () => {
  await connection.asPromise();
  const schema = new Schema<Thing>(
    { _id: Number, title: String, titleSort: String, group: String, seenAt: Date, version: Number },
    { versionKey: false, collection: 'things' },
  );
  for (const index of [indexes.title, indexes.seen, groupIndex]) schema.index(index);
  things = connection.model('Thing', schema);
  await things.init();
});
afterAll(async () => {
  await connection.close();
  await dropDatabase(uri);
});

async function store(rows: readonly Omit<Thing, 'version'>[]): Promise<void> {
  await things.deleteMany({});
  await connection.collection<Thing>('things').insertMany(rows.map((row) => ({ ...row, version: 1 })));
}

const groupQuery = (group: string | undefined): ListQuery =>
  group === undefined
    ? { where: {}, hint: { _id: 1 }, sort: { _id: -1 } }
    : { where: { group }, hint: groupIndex, sort: { _id: -1 } };

type Sort = 'title' | '-title' | 'seen' | '-seen';
const sorts: readonly Sort[] = ['title', '-title', 'seen', '-seen'];

const read = (group: string | undefined, sort: Sort, limit: number, offset: number) =>
  readPage<Thing, Thing>(
    createListStore(),
    things,
    groupQuery(group),
    { limit, offset },
    {},
    listOrder(indexes, sort),
  );

/** What a list has to contain, by comparing rows one with another. */
function expectedIds(rows: readonly Omit<Thing, 'version'>[], group: string | undefined, sort: Sort) {
  const textOf = (row: Omit<Thing, 'version'>) =>
    sort.endsWith('title') ? (row.titleSort ?? '') : (row.seenAt?.toISOString() ?? '');
  const ascending = rows
    .filter((row) => group === undefined || row.group === group)
    .sort((a, b) => Buffer.compare(Buffer.from(textOf(a)), Buffer.from(textOf(b))) || a._id - b._id)
    .map(({ _id }) => _id);
  return sort.startsWith('-') ? ascending.reverse() : ascending;
}

it('gives in pages what the whole list has, with equal values and Khmer, with and without a filter', async () => {
  const title = fc.oneof(
    fc.constantFrom('Lesson 2', 'lesson 10', 'Élan', 'elan', 'កា', 'ក្រ', 'ខ', '😀', '\uFFFD', ''),
    fc.string({ unit: 'grapheme', maxLength: 6 }),
  );
  const row = fc.record({
    title,
    group: fc.constantFrom('a', 'b'),
    seenAt: fc.option(fc.constantFrom(new Date(0), new Date(5), new Date(2_000_000_000_000))),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 25 }),
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom(undefined, 'a'),
      fc.constantFrom(...sorts),
      async (made, limit, group, sort) => {
        const rows = made.map((one, n) => ({ ...one, _id: n + 1, titleSort: buildSortKey(one.title) }));
        await store(rows);
        const ids: number[] = [];
        for (let offset = 0; offset < rows.length; offset += limit)
          ids.push(...(await read(group, sort, limit, offset)).rows.map(({ _id }) => _id));
        expect(ids).toEqual(expectedIds(rows, group, sort));
      },
    ),
    { numRuns: depth(8, 40) },
  );
});

it('gives the same when more rows match than are sorted at once', async () => {
  const rows = Array.from({ length: depth(1_500, 3_000) }, (_, n) => ({
    _id: n + 1,
    title: '',
    titleSort: buildSortKey(`${['Río', 'rio', 'ក', 'ខ'][n % 4]} ${n % 7}`),
    group: n % 2 ? 'a' : 'b',
    seenAt: n % 3 ? new Date(n % 5) : null,
  }));
  await store(rows);
  for (const sort of sorts)
    for (const group of [undefined, 'a']) {
      const ids: number[] = [];
      for (let offset = 0; offset < rows.length; offset += 500)
        ids.push(...(await read(group, sort, 500, offset)).rows.map(({ _id }) => _id));
      expect(ids).toEqual(expectedIds(rows, group, sort));
    }
});

it('finds what comes after more rows than are examined, and says so only when there is too much of it', async () => {
  const group = (n: number) => (n < 11_000 ? 'first' : 'last');
  const rows = Array.from({ length: 22_500 }, (_, n) => ({
    _id: n + 1,
    title: '',
    titleSort: String(n).padStart(5, '0'),
    group: group(n),
    seenAt: null,
  }));
  await store(rows.slice(0, 12_500));
  const found = await read('last', 'title', 3, 0);
  expect(found.rows.map(({ _id }) => _id)).toEqual([11_001, 11_002, 11_003]);
  expect(found.matches).toBeUndefined();

  await store(rows);
  const { rows: ended, total, totalIsEstimate } = await read('last', 'title', 3, 0);
  // The first 10,000 by the filter's index, which begins with the newest, are sorted.
  expect(ended.map(({ _id }) => _id)).toEqual([12_501, 12_502, 12_503]);
  expect({ total, totalIsEstimate }).toEqual({ total: 10_000, totalIsEstimate: true });
  expect((await read('first', 'title', 2, 0)).rows.map(({ _id }) => _id)).toEqual([1, 2]);
});

it('goes on after the pages that the index of the order fills, in the same order and with each row once', async () => {
  const group = (n: number) => (n % 1_000 === 0 || n >= 11_000 ? 'some' : 'first');
  const rows = Array.from({ length: 22_500 }, (_, n) => ({
    _id: n + 1,
    title: '',
    titleSort: String(n).padStart(5, '0'),
    group: group(n),
    seenAt: null,
  }));
  await store(rows);
  const ids: number[] = [];
  for (let offset = 0; offset < 16; offset += 4)
    ids.push(...(await read('some', 'title', 4, offset)).rows.map(({ _id }) => _id));
  const inOrder = Array.from({ length: 10 }, (_, n) => n * 1_000 + 1);
  expect(ids).toEqual([...inOrder, ...Array.from({ length: 6 }, (_, n) => 12_501 + n)]);
  const last = await read('some', 'title', 15, 9_999);
  expect({ count: last.rows.length, total: last.total }).toEqual({ count: 11, total: 10_010 });
});

it('adds keys to rows that were stored without one, and to no others', async () => {
  await store([
    { _id: 1, title: 'Élan 10', group: 'a', seenAt: null },
    { _id: 2, title: 'kept', titleSort: 'own', group: 'a', seenAt: null },
  ]);
  await backfillSortKeys(connection, 'things', { key: 'titleSort', texts: ['title', 'group'] });
  const keys = (await things.find({}).sort({ _id: 1 }).lean()).map(({ titleSort }) => titleSort);
  expect(keys).toEqual([buildSortKey('elan 10 a'), 'own']);
});

it('computes keys of all rows anew, in batches', async () => {
  await store(
    Array.from({ length: 7 }, (_, n) => ({
      _id: n,
      title: `T${n}`,
      titleSort: 'old',
      group: 'a',
      seenAt: null,
    })),
  );
  await recomputeFields<Pick<Thing, 'title' | 'group'>>(connection, 'things', {
    reads: ['title', 'group'],
    batchSize: 3,
    compute: ({ title, group }) => ({ titleSort: `${title} ${group}` }),
  });
  const rows = await things.find({}).sort({ _id: 1 }).lean();
  expect(rows.map(({ titleSort }) => titleSort)).toEqual(rows.map(({ _id }) => `T${_id} a`));
});
