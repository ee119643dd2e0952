import mongoose from 'mongoose';
import { createQueryProfiler, isScanOrSort, queryCombinations, summarizeCommand } from './query-profiler.ts';
import { dropDatabase, testMongoUri } from './test-mongo.ts';

const uri = testMongoUri('profile');
const connection = mongoose.createConnection(uri);
afterAll(async () => {
  await connection.close();
  await dropDatabase(uri);
});

it('distinguishes scans and sorts from indexed queries', async () => {
  await connection.asPromise();
  const things = connection.collection<{ size: number; name: string }>('things');
  await things.createIndex({ size: 1 });
  await things.insertMany(Array.from({ length: 20 }, (_, size) => ({ size, name: `Thing ${size}` })));
  const profile = await createQueryProfiler(connection, ['things']);
  const scansOf = async (work: () => Promise<unknown>) => {
    const reads = await profile.captureReads(work);
    expect(reads.map(summarizeCommand)).toHaveLength(1);
    return reads.filter(isScanOrSort).length;
  };
  expect(await scansOf(() => things.find({ size: 3 }).toArray())).toBe(0);
  expect(await scansOf(() => things.find({ name: 'Thing 3' }).toArray())).toBe(1);
  expect(await scansOf(() => things.find({ size: 3 }).sort({ name: 1 }).toArray())).toBe(1);
  expect(await scansOf(() => things.updateOne({ name: 'Thing 3' }, { $set: { size: 4 } }))).toBe(1);
  await profile.stop();
});

it('combines the values of query parameters', () => {
  expect(queryCombinations({ level: ['', 'Beginner'], status: ['', 'draft'] })).toEqual([
    '',
    '&status=draft',
    '&level=Beginner',
    '&level=Beginner&status=draft',
  ]);
});

it('combines each two values at least once', () => {
  const fields = { level: ['', 'a', 'b'], status: ['', 'c'], type: ['', 'd'], search: ['', 'e', 'f', 'g'] };
  const queries = queryCombinations(fields);
  expect(queries.length).toBeLessThanOrEqual(depth(15, 48));
  for (const pair of ['&level=a', '&status=c', '&type=d'].flatMap((one) =>
    ['e', 'f', 'g'].map((two) => [one, two]),
  ))
    expect(
      queries.some((query) => query.includes(`${pair[0]}`) && query.includes(`&search=${pair[1]}`)),
    ).toBe(true);
});
