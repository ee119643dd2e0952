import {
  createQueryProfiler,
  dropDatabase,
  type QueryProfiler,
  testMongoUri,
} from '@khmer-learning/test-kit';
import fc from 'fast-check';
import mongoose, { type Model, Schema } from 'mongoose';
import { createListStore, findPage, type ListQuery, readPage } from '../index.ts';
import { maxExaminedCandidates } from './find-matches.ts';
import { wordPostingsOf } from './word-postings.ts';

interface Thing {
  _id: number;
  searchKeys: string[];
  group: string;
  updatedAt: Date;
}

const wordsIndex = { searchKeys: 1, _id: -1 } as const;
const changesIndex = { updatedAt: 1, _id: 1 } as const;
const longAgo = new Date(0);
const words = ['ant', 'bee', 'cat', 'dog'];

const uri = testMongoUri('word-postings');
const connection = mongoose.createConnection(uri);
const rows = connection.collection<Thing>('things');
let things: Model<Thing>;
let profile: QueryProfiler;

/** Another model has other postings. */
async function createModel(): Promise<void> {
  connection.deleteModel(/Thing/);
  const schema = new Schema<Thing>(
    { _id: Number, searchKeys: [String], group: String, updatedAt: Date },
    { versionKey: false, collection: 'things' },
  );
  schema.index(wordsIndex);
  schema.index(changesIndex);
  things = connection.model('Thing', schema);
  await things.init();
}

beforeAll(async () => {
  await connection.asPromise();
  await createModel();
  profile = await createQueryProfiler(connection, ['things']);
});
afterAll(async () => {
  await profile.stop();
  await connection.close();
  await dropDatabase(uri);
});

const query = (keys: readonly string[], group?: string): ListQuery => ({
  where: { searchKeys: { $all: [...keys] }, ...(group && { group }) },
  hint: wordsIndex,
  changes: changesIndex,
  sort: { _id: -1 },
});

const read = (keys: readonly string[], limit = 10, group?: string) =>
  readPage<Thing, Thing>(createListStore(), things, query(keys, group), { limit, offset: 0 }, { _id: 1 });

const settled = () => wordPostingsOf(things, wordsIndex, changesIndex).settled();

it('finds what a look at each document finds, whatever is saved and deleted meanwhile', async () => {
  const keys = fc.uniqueArray(fc.constantFrom(...words), { minLength: 1, maxLength: 4 });
  const change = fc.record({ id: fc.integer({ min: 1, max: 2_450 }), keys, isDeleted: fc.boolean() });
  const search = fc.record({
    keys: fc.uniqueArray(fc.constantFrom(...words), { minLength: 2, maxLength: 3 }),
    group: fc.constantFrom(undefined, 'odd'),
    before: fc.option(fc.nat(2_500), { nil: undefined }),
    offset: fc.constantFrom(0, 10, 45),
    learnt: fc.uniqueArray(fc.constantFrom(...words), { maxLength: 2 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(keys, { minLength: 5, maxLength: 20 }),
      fc.array(fc.tuple(fc.array(change, { maxLength: 5 }), search), { minLength: 6, maxLength: 12 }),
      async (texts, steps) => {
        await createModel();
        const stored = new Map(
          Array.from({ length: 2_400 }, (_, n) => [
            n + 1,
            { searchKeys: texts[(7 * n) % texts.length] ?? [], group: n % 2 ? 'even' : 'odd' },
          ]),
        );
        await rows.deleteMany({});
        await rows.insertMany(
          [...stored].map(([_id, fields]) => ({ _id, ...fields, updatedAt: longAgo })),
          { ordered: false },
        );
        for (const [changes, { keys: searched, group, before, offset, learnt }] of steps) {
          // Some of the words may be kept before the others.
          wordPostingsOf(things, wordsIndex, changesIndex).learn(learnt);
          await settled();
          for (const { id: _id, keys: searchKeys, isDeleted } of changes) {
            if (isDeleted) {
              stored.delete(_id);
              await rows.deleteOne({ _id });
            } else {
              const fields = { searchKeys, group: stored.get(_id)?.group ?? 'odd' };
              stored.set(_id, fields);
              await rows.updateOne({ _id }, { $set: { ...fields, updatedAt: new Date() } }, { upsert: true });
            }
          }
          const expected = [...stored]
            .filter(([, row]) => searched.every((key) => row.searchKeys.includes(key)))
            .filter(([id, row]) => (!group || row.group === group) && (before === undefined || id < before))
            .map(([id]) => id)
            .sort((a, b) => b - a);
          // The first reads the index, and lets the ids of the words be read.
          for (const _pass of ['first', 'second']) {
            const after = before === undefined ? undefined : { _id: { $lt: before } };
            const page = { limit: 20, offset, after };
            const { rows: found } = await findPage<Thing, Thing>(
              createListStore(),
              things,
              query(searched, group),
              page,
              {},
            );
            expect(found.map(({ _id }) => _id)).toEqual(expected.slice(offset, offset + 20));
            if (!after && expected.length <= 1_000)
              expect((await read(searched, 20, group)).total).toBe(expected.length);
            await settled();
          }
        }
      },
    ),
    { numRuns: depth(3, 30), endOnFailure: true },
  );
});

it('searches two frequent words that never meet at the same cost, however many documents have them', async () => {
  const costs: { size: number; keys: number; documents: number; commands: number }[] = [];
  for (const size of [1_200, 2 * maxExaminedCandidates + 4_000]) {
    await createModel();
    await rows.deleteMany({});
    await rows.insertMany(
      Array.from({ length: size }, (_, n) => ({
        _id: n + 1,
        searchKeys: [n % 2 ? 'ant' : 'bee'],
        group: 'odd',
        updatedAt: longAgo,
      })),
      { ordered: false },
    );
    await read(['ant', 'bee']);
    await settled();
    const reads = await profile.captureReads(async () => {
      expect(await read(['ant', 'bee'])).toEqual({ rows: [], total: 0 });
    });
    const sum = (field: 'keysExamined' | 'docsExamined') =>
      reads.reduce((total, one) => total + (one[field] ?? 0), 0);
    costs.push({ size, keys: sum('keysExamined'), documents: sum('docsExamined'), commands: reads.length });
  }
  for (const cost of costs) expect(cost).toMatchObject({ keys: 0, documents: 0, commands: 1 });
});

it('goes back to the index while very many documents are saved', async () => {
  await createModel();
  await rows.deleteMany({});
  const row = (_id: number, updatedAt: Date) => ({
    _id,
    searchKeys: ['ant', 'bee'],
    group: 'odd',
    updatedAt,
  });
  await rows.insertMany(Array.from({ length: 1_000 }, (_, n) => row(n + 1, longAgo)));
  await read(['ant', 'bee']);
  await settled();
  await rows.insertMany(Array.from({ length: 1_100 }, (_, n) => row(n + 1_001, new Date())));
  const { rows: found } = await read(['ant', 'bee'], 3);
  expect(found.map(({ _id }) => _id)).toEqual([2_100, 2_099, 2_098]);
});
