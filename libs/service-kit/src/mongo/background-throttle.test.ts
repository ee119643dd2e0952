import { streamNames } from '@khmer-learning/contracts';
import { eventually, type LocalServer, startNats, testMongoUri } from '@khmer-learning/test-kit';
import { startEventConsumer } from '../consumer/event-consumer.ts';
import { createApp } from '../http/create-app.ts';
import { outboxOf } from '../outbox/outbox-row.ts';
import { transact } from '../outbox/transact.ts';
import { openSampleService, type SampleService, sampleEvent } from '../process/sample-entity.fixture.ts';
import { backgroundThrottleOf } from './background-throttle.ts';

const readers = 6;
const things = 200;

let server: LocalServer;
let service: SampleService;
/** Ends the calls of a test. */
let stopped: boolean;

beforeEach(async () => {
  stopped = false;
  server = await startNats();
  service = openSampleService({ MONGODB_URI: testMongoUri('background'), NATS_URL: server.url });
  await service.nats.whenConnected();
  await service.prepare();
});
afterEach(async () => {
  stopped = true;
  server.resume();
  await service.close();
  await server.stop();
});

/** Counts the pool's connections in use from now on. */
function watchPool(): { most: number } {
  const pool = { most: 0 };
  let inUse = 0;
  service.connection
    .getClient()
    .on('connectionCheckedOut', () => {
      inUse += 1;
      pool.most = Math.max(pool.most, inUse);
    })
    .on('connectionCheckedIn', () => {
      inUse -= 1;
    });
  return pool;
}

/** Consumers that each handle all events; records how many ran concurrently. */
function startReaders(): { most: number; handled: number } {
  const reading = { most: 0, handled: 0 };
  let busy = 0;
  for (let n = 0; n < readers; n++)
    startEventConsumer(service, {
      durable: `reader-${n}`,
      filterSubject: 'events.content.thing.*',
      events: [sampleEvent],
      batchSize: 50,
      async handle(events, tx) {
        busy += 1;
        reading.most = Math.max(reading.most, busy);
        await service.entities.findOne({}, null, { session: tx.session });
        reading.handled += events.length;
        busy -= 1;
      },
    });
  return reading;
}

test('during traffic, a task that takes long is followed by a pause that is as long', async () => {
  const throttle = backgroundThrottleOf(service.connection);
  const workMs = 1_300;
  throttle.requestStarted();
  const endedAt: number[] = [];
  const startedAt: number[] = [];
  const task = async () => {
    startedAt.push(performance.now());
    await new Promise((resolve) => setTimeout(resolve, workMs));
    endedAt.push(performance.now());
  };
  // Two run at a time.
  await Promise.all([task, task, task].map(throttle.run));
  throttle.requestEnded();
  expect((startedAt[2] ?? 0) - (endedAt[0] ?? 0)).toBeGreaterThan(workMs * 0.95);
});

test('NATS paused, then its stream lost: during traffic, catching up never exceeds its share', async () => {
  const app = createApp(service);
  async function callAllTheTime(): Promise<void> {
    while (!stopped) {
      await app.inject('/api/nothing');
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
  const calling = callAllTheTime();
  const reading = startReaders();

  await server.pause();
  await transact(service, { actor: null, requestId: null }, async (tx) => {
    for (let id = 0; id < things; id++)
      tx.emitChanged(sampleEvent, { id, version: 1, state: { id, title: 'a' } });
  });
  const pool = watchPool();
  server.resume();
  await eventually(async () => expect(reading.handled).toBeGreaterThanOrEqual(things * readers), {
    timeoutMs: 60_000,
  });
  await eventually(async () => expect((await service.relay.backlog()).depth).toBe(0), { timeoutMs: 60_000 });

  const client = await service.nats.whenConnected();
  await (await client.jetstreamManager()).streams.delete(streamNames.events);
  await server.kill();
  await server.restart();
  await eventually(
    async () => {
      const { state } = await (await client.jetstreamManager()).streams.info(streamNames.events);
      expect(state.messages).toBe(things);
    },
    { timeoutMs: 60_000 },
  );
  stopped = true;
  await calling;
  await app.close();

  expect(reading.most).toBeLessThanOrEqual(2);
  // Two tasks, the marks of sent rows, the attempts, and this test's own query of the backlog.
  expect(pool.most).toBeLessThanOrEqual(8);
  expect(await outboxOf(service.connection).countDocuments({ sentAt: { $exists: true } })).toBe(things);
}, 200_000);
