import { dropDatabase, testMongoUri } from '@khmer-learning/test-kit';
import { Schema } from 'mongoose';
import { closeMongo, connectMongo, createCollections, waitForMongo } from './connect-mongo.ts';

it('a start neither waits for the transaction of a killed process nor blocks reads', async () => {
  const uri = testMongoUri('left-transaction');
  const connection = connectMongo(uri, { appName: 'left-transaction', timeoutMs: 20_000 });
  await waitForMongo(connection);
  const things = connection.model('thing', new Schema({ name: String }));
  await createCollections(connection);

  const session = await connection.startSession();
  try {
    session.startTransaction();
    await things.create([{ name: 'half' }], { session });
    await createCollections(connection);
    expect(await things.find()).toEqual([]);
    // The transaction still works, so nothing has waited for its end.
    await things.create([{ name: 'other half' }], { session });
  } finally {
    await session.abortTransaction();
    await session.endSession();
  }
  await dropDatabase(uri);
  await closeMongo(connection);
});

/** Created later, one would wait for the transaction of a killed process, and everything else for it. */
it('a start creates every collection of the kit that a running service writes', async () => {
  const uri = testMongoUri('kit-collections');
  const connection = connectMongo(uri, { appName: 'kit-collections', timeoutMs: 20_000 });
  await waitForMongo(connection);
  await createCollections(connection);
  const names = (await connection.listCollections()).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['outbox_leases', 'periodic_jobs', 'republications']));
  await dropDatabase(uri);
  await closeMongo(connection);
});
