import { dropDatabase, testMongoUri } from '@khmer-learning/test-kit';
import { closeMongo, connectMongo, waitForMongo } from './connect-mongo.ts';
import { deleteInBatches } from './delete-in-batches.ts';

it('deletes what matches and nothing else, at most 10,000 documents per command', async () => {
  const uri = testMongoUri('delete-in-batches');
  const connection = connectMongo(uri, { appName: 'delete-in-batches', timeoutMs: 20_000 });
  await waitForMongo(connection);
  const rows = connection.collection<{ kind: string }>('rows');
  await rows.insertMany(Array.from({ length: 20_001 }, () => ({ kind: 'old' })));
  await rows.insertMany([{ kind: 'new' }, { kind: 'new' }]);
  const commands = jest.spyOn(rows, 'deleteMany');

  await deleteInBatches(rows, { kind: 'old' });

  const deleted = await Promise.all(
    commands.mock.results.map(async ({ value }) => (await value).deletedCount),
  );
  expect(deleted).toEqual([10_000, 10_000, 1]);
  expect(await rows.distinct('kind')).toEqual(['new']);
  await dropDatabase(uri);
  await closeMongo(connection);
});
