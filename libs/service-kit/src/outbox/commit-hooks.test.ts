import { eventDefinition } from '@khmer-learning/contracts';
import { testMongoUri } from '@khmer-learning/test-kit';
import { z } from 'zod';
import { openSampleService, type SampleService, sampleEvent } from '../process/sample-entity.fixture.ts';
import { addCommitHook, type CommitHook, type EntityChange } from './commit-hooks.ts';
import { outboxOf } from './outbox-row.ts';
import type { RequestContext } from './request-context.ts';
import { transact } from './transact.ts';

// No server listens there, so rows stay in the outbox.
const noNats = 'nats://127.0.0.1:1';
const context: RequestContext = { actor: { id: 7, role: 'teacher' }, requestId: null };
const textEvent = eventDefinition({
  service: 'content',
  entity: 'text',
  state: z.object({ title: z.string() }),
  keepsVersions: true,
});
let service: SampleService;

beforeEach(async () => {
  service = openSampleService({ MONGODB_URI: testMongoUri('hooks'), NATS_URL: noNats });
  await service.prepare();
});

afterEach(() => service.close());

const subjects = async () => (await outboxOf(service.connection).find().toArray()).map((row) => row.subject);

test('a hook stores once, in the transaction, what belongs to all of its changes', async () => {
  const calls: (readonly EntityChange[])[] = [];
  const hook: CommitHook = {
    async store(_connection, changes, tx) {
      calls.push(changes);
      await service.entities.create([{ _id: 5, title: 'a', version: 1 }], { session: tx.session });
      tx.audit(sampleEvent, { action: 'updated', id: 5, title: 'a' });
    },
  };
  addCommitHook(service.connection, hook);
  addCommitHook(service.connection, hook);
  await transact(service, context, async (tx) => {
    tx.emitChanged(sampleEvent, { id: 1, version: 2, before: { id: 1 }, state: { id: 1, title: 'b' } });
    tx.emitDeleted(sampleEvent, { id: 2, version: 3, before: { title: 'c' } });
  });
  expect(calls).toMatchObject([
    [
      { id: 1, version: 2, actor: { id: 7 }, before: { id: 1 }, after: { title: 'b' }, isRestored: false },
      { id: 2, version: 3, actor: { id: 7 }, before: { title: 'c' }, after: null },
    ],
  ]);
  expect(await service.entities.countDocuments()).toBe(1);
  expect(await subjects()).toContainEqual(expect.stringMatching(/^audit\.content\./));
});

test('a hook that fails takes the whole transaction with it', async () => {
  addCommitHook(service.connection, { store: () => Promise.reject(new Error('no room')) });
  await expect(service.save(1, 1)).rejects.toThrow('no room');
  expect(await service.entities.countDocuments()).toBe(0);
  expect(await subjects()).toEqual([]);
});

test('a transaction that changes no entity runs no hook', async () => {
  const store = jest.fn();
  addCommitHook(service.connection, { store });
  await transact(service, context, async (tx) =>
    tx.audit(sampleEvent, { action: 'updated', id: 1, title: 'a' }),
  );
  expect(store).not.toHaveBeenCalled();
});

test('versions are never lost silently: without a hook that stores them, the write fails', async () => {
  addCommitHook(service.connection, { store: async () => undefined });
  const write = () =>
    transact(service, context, async (tx) =>
      tx.emitChanged(textEvent, { id: 1, version: 1, before: null, state: { title: 'a' } }),
    );
  await expect(write()).rejects.toThrow('text keeps versions');
  addCommitHook(service.connection, { keepsVersions: true, store: async () => undefined });
  await write();
  expect(await subjects()).toEqual(['events.content.text.1']);
});
