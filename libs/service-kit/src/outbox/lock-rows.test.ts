import { EventEmitter, once } from 'node:events';
import { testMongoUri } from '@khmer-learning/test-kit';
import mongoose, { type Connection } from 'mongoose';
import { openSampleService, type SampleService } from '../process/sample-entity.fixture.ts';
import { lockRow, lockRows } from './lock-rows.ts';
import { transact } from './transact.ts';

const context = { actor: null, requestId: null };
let service: SampleService;
/** A connection without the service's name: what waits in a transaction of it is never taken for abandoned. */
let other: Connection;

beforeEach(async () => {
  // No server listens there, so rows stay in the outbox.
  service = openSampleService({ MONGODB_URI: testMongoUri('unit'), NATS_URL: 'nats://127.0.0.1:1' });
  await service.prepare();
  const options = { autoCreate: false, autoIndex: false };
  other = await mongoose.createConnection(service.config.MONGODB_URI, options).asPromise();
});

afterEach(async () => {
  await other.close();
  await service.close();
});

it('keeps a row that a transaction relies on from being deleted before the transaction ends', async () => {
  const parent = 1;
  const child = 2;
  await service.entities.create({ _id: parent, title: 'parent', version: 1 });
  const signals = new EventEmitter();
  const [locked, conflicted] = [once(signals, 'locked'), once(signals, 'conflicted')];

  const entities = other.model('Thing', service.entities.schema) as typeof service.entities;
  const deps = { connection: other, relay: { enqueue: () => undefined } };
  const adding = transact(deps, context, async ({ session }) => {
    expect(await lockRow(entities, parent, session)).toMatchObject({ title: 'parent' });
    signals.emit('locked');
    await conflicted;
    await entities.create([{ _id: child, title: 'child', version: 1 }], { session });
  });
  await locked;
  let attempts = 0;
  const deleting = transact(service, context, async ({ session }) => {
    attempts += 1;
    // The children that this transaction sees, and then the parent.
    await service.entities.deleteMany({ _id: child }, { session });
    await service.entities.deleteOne({ _id: parent }, { session }).catch((error: unknown) => {
      signals.emit('conflicted');
      throw error;
    });
    signals.emit('conflicted');
  });
  await Promise.all([adding, deleting]);
  expect(attempts).toBeGreaterThan(1);
  expect(await service.entities.find()).toEqual([]);
});

it('conflicts with the lock of an earlier release, which increments another field', async () => {
  await service.entities.create({ _id: 1, title: 'parent', version: 1 });
  const earlier = await other.startSession();
  earlier.startTransaction();
  const rows = other.collection<{ _id: number }>('things');
  await rows.updateOne({ _id: 1 }, { $inc: { holds: 1 } }, { session: earlier });
  let attempts = 0;
  await transact(service, context, async ({ session }) => {
    attempts += 1;
    // The earlier release is done.
    if (attempts === 3) await earlier.commitTransaction();
    await lockRows(service.entities, [1], session);
  });
  await earlier.endSession();
  expect(attempts).toBeGreaterThanOrEqual(3);
  expect(await rows.findOne({ _id: 1 })).toMatchObject({ holds: 1, lockCount: 1 });
});

it('inserts a missing row once, for transactions that lock it at the same time', async () => {
  const locking = Array.from({ length: 10 }, () =>
    transact(service, context, ({ session }) =>
      lockRows(service.entities, [1, 2], session, {
        insert: (id) => ({ title: `inserted ${id}`, version: 0 }),
      }),
    ),
  );
  await Promise.all(locking);
  const stored = await service.connection.collection('things').find().sort({ _id: 1 }).toArray();
  expect(stored).toEqual([
    { _id: 1, title: 'inserted 1', version: 0, lockCount: 10 },
    { _id: 2, title: 'inserted 2', version: 0, lockCount: 10 },
  ]);
});

it('tells which rows there are', async () => {
  await service.entities.create({ _id: 1, title: 'a', version: 1 }, { _id: 2, title: 'b', version: 2 });
  const { result } = await transact(service, context, async ({ session }) => ({
    none: await lockRows(service.entities, [], session),
    some: await lockRows(service.entities, [1, 2, 3], session),
    matching: await lockRows(service.entities, [1, 2], session, { where: { version: 2 } }),
    row: await lockRow(service.entities, 1, session),
    missing: await lockRow(service.entities, 3, session),
    other: await lockRow(service.entities, 1, session, { where: { version: 2 } }),
  }));
  expect(result).toEqual({
    ...{ none: 0, some: 2, matching: 1 },
    ...{ row: { _id: 1, title: 'a', version: 1, __v: 0 }, missing: null, other: null },
  });
});
