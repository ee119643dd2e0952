import { eventDefinition } from '@khmer-learning/contracts';
import { type RequestContext, transact } from '@khmer-learning/service-kit';
import { createQueryProfiler, testMongoUri } from '@khmer-learning/test-kit';
import fc from 'fast-check';
import { mongo } from 'mongoose';
import { z } from 'zod';
import { registerHistoryModels } from '../history/history-models.ts';
import { listVersions, readVersionState } from './read-versions.ts';
import { openSampleService } from './sample-service.fixture.ts';
import { versionRange } from './version-rows.ts';

// No server listens there, so rows stay in the outbox.
const noNats = 'nats://127.0.0.1:1';
const context: RequestContext = { actor: { id: 7, role: 'teacher' }, requestId: null };
const textEvent = eventDefinition({
  service: 'content',
  entity: 'text',
  state: z.object({ title: z.string(), lines: z.array(z.string()) }),
  keepsVersions: true,
});
type Text = z.output<typeof textEvent.state>;
let service: ReturnType<typeof openSampleService>;
let lastId = 0;

beforeAll(async () => {
  service = openSampleService({ MONGODB_URI: testMongoUri('versions'), NATS_URL: noNats });
  registerHistoryModels(service.connection);
  await service.prepare();
});
afterAll(() => service.close());
beforeEach(() => {
  lastId += 1;
});

const rows = () => service.connection.collection<{ _id: string; base?: string }>('versions');

async function save(version: number, before: Text | null, state: Text): Promise<void> {
  await transact(service, context, async (tx) =>
    tx.emitChanged(textEvent, { id: lastId, version, before, state }),
  );
}

const read = (version: number, present: Text, newest: number) =>
  readVersionState(
    service.connection,
    { entity: 'text', id: lastId },
    { version: newest, state: present },
    version,
  );

/** Lines of text that do not repeat: about `bytes` bytes, of which a third are Khmer letters. */
function linesOf(bytes: number): string[] {
  let seed = 1;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const khmer = () => Array.from({ length: 4 }, () => String.fromCharCode(0x1780 + random(35))).join('');
  const lines: string[] = [];
  for (let size = 0; size < bytes; ) {
    const line = `${random(1e9).toString(36)} ${random(1e9).toString(36)} [${random(1e6).toString(36)}] : ${khmer()}`;
    lines.push(line);
    size += Buffer.byteLength(line);
  }
  return lines;
}

test('every version is read as it was saved, whatever was changed', async () => {
  const large = linesOf(20_000);
  const line = fc.string({ unit: fc.constantFrom('a', 'ក', '្', '😀', '"', '\n'), maxLength: 40 });
  const change = fc.oneof(
    fc.record({ kind: fc.constant('line' as const), at: fc.nat(large.length), line }),
    fc.record({ kind: fc.constant('move' as const), from: fc.nat(large.length), to: fc.nat(large.length) }),
    fc.record({ kind: fc.constant('replace' as const), lines: fc.array(line, { maxLength: 5 }) }),
    fc.record({ kind: fc.constant('large' as const) }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(change, { minLength: 1, maxLength: 25 }),
      async (isOlder, changes) => {
        lastId += 1;
        const states: Text[] = [{ title: 'text', lines: large }];
        // An item that is older than its versions: its first one was never stored.
        if (!isOlder) await save(1, null, { title: 'text', lines: large });
        for (const [index, one] of changes.entries()) {
          const before = states[index] ?? { title: '', lines: [] };
          const lines = [...before.lines];
          if (one.kind === 'line') lines.splice(one.at % (lines.length + 1), 1, one.line);
          if (one.kind === 'move') lines.splice(one.to, 0, ...lines.splice(one.from, 10));
          if (one.kind === 'replace') lines.splice(0, lines.length, ...one.lines);
          if (one.kind === 'large') lines.splice(0, lines.length, ...large);
          const state = { title: `text ${index}`, lines };
          await save(index + 2, before, state);
          states.push(state);
        }
        const present = states.at(-1) ?? { title: '', lines: [] };
        for (const [index, state] of states.entries())
          expect(await read(index + 1, present, states.length)).toEqual(state);
      },
    ),
    { numRuns: depth(3, 15) },
  );
});

const changeCount = depth(200, 1_000);

test(`${changeCount} small changes of 100 KB take less than 5 KB each, and a version is read from two documents`, async () => {
  const states: Text[] = [{ title: 'text', lines: linesOf(100_000) }];
  await save(1, null, states[0] as Text);
  for (let n = 1; n <= changeCount; n += 1) {
    const before = states[n - 1] as Text;
    const lines = [...before.lines];
    lines[(n * 7_919) % lines.length] = `edit ${n} of a line`;
    const state = { ...before, lines };
    await save(n + 1, before, state);
    states.push(state);
  }
  const stored = await rows()
    .find(versionRange({ entity: 'text', id: lastId }))
    .toArray();
  expect(stored).toHaveLength(changeCount + 1);
  const bytes = stored.reduce((sum, row) => sum + mongo.BSON.calculateObjectSize(row), 0);
  const [stats] = await rows()
    .aggregate([{ $collStats: { storageStats: {} } }])
    .toArray();
  expect(bytes + Number(stats?.storageStats.totalIndexSize)).toBeLessThan(5_000 * changeCount);

  const present = states.at(-1) as Text;
  const profiler = await createQueryProfiler(service.connection, ['versions']);
  const latest = changeCount + 1;
  for (const version of [1, 2, changeCount / 2, changeCount]) {
    const reads = await profiler.captureReads(() => read(version, present, latest));
    expect(reads.reduce((sum, { docsExamined = 0 }) => sum + docsExamined, 0)).toBeLessThanOrEqual(2);
    expect(await read(version, present, latest)).toEqual(states[version - 1]);
  }
  const reads = await profiler.captureReads(() =>
    listVersions(
      service.connection,
      { entity: 'text', id: lastId },
      { version: latest, state: present },
      { limit: 50, before: changeCount / 2 + 20 },
    ),
  );
  await profiler.stop();
  expect(reads.map(({ docsExamined, keysExamined }) => [docsExamined, keysExamined])).toEqual([[50, 50]]);
});

test('a save that fails keeps no version, and one that is repeated keeps one', async () => {
  const state = { title: 'text', lines: [] };
  let attempts = 0;
  const failing = transact(service, context, async (tx) => {
    tx.emitChanged(textEvent, { id: lastId, version: 1, before: null, state });
    throw new Error('failed');
  });
  await expect(failing).rejects.toThrow('failed');
  expect(await rows().countDocuments(versionRange({ entity: 'text', id: lastId }))).toBe(0);
  await transact(service, context, async (tx) => {
    attempts += 1;
    tx.emitChanged(textEvent, { id: lastId, version: 1, before: null, state });
    if (attempts === 1) throw new mongo.MongoServerError({ errorLabels: ['TransientTransactionError'] });
  });
  expect(attempts).toBe(2);
  expect(await rows().countDocuments(versionRange({ entity: 'text', id: lastId }))).toBe(1);
});

const textOf = (title: string): Text => ({ title, lines: [] });

test('small states are stored without a read', async () => {
  const profiler = await createQueryProfiler(service.connection, ['versions']);
  const [first, second, third] = [textOf('1'), textOf('2'), textOf('3')];
  const commands = await profiler.captureReads(async () => {
    await save(1, null, first);
    await save(2, first, second);
    await save(3, second, third);
  });
  await profiler.stop();
  expect(new Set(commands.map(({ op }) => op))).toEqual(new Set(['update']));
  expect(await read(1, third, 3)).toEqual(first);
  expect(await read(2, third, 3)).toEqual(second);
});

test('a save must say what was before', async () => {
  const state = { title: 'text', lines: [] };
  const incomplete = transact(service, context, async (tx) =>
    tx.emitChanged(textEvent, { id: 1, version: 2, state }),
  );
  await expect(incomplete).rejects.toThrow('its version needs the state before');
});
