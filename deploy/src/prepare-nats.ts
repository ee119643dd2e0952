import { setTimeout as delay } from 'node:timers/promises';
import { remoteEventsSchema } from '@khmer-learning/contracts';
import { baseConfigSchema, loadConfigOrExit, prepareNats } from '@khmer-learning/service-kit';
import { connectAsOperator } from './connect-as-operator.ts';

// Runs before the services, and after a change of its settings: makes and changes the streams and their durable
// consumers, which services may not.
const waitMs = 120_000;
const config = loadConfigOrExit(
  baseConfigSchema
    .pick({
      NATS_URL: true,
      EVENTS_MAX_BYTES: true,
      STREAM_REPLICAS: true,
      CONSUMER_MAX_UNACKNOWLEDGED: true,
    })
    .extend({ REMOTE_EVENTS: remoteEventsSchema }),
);
const settings = { eventsMaxBytes: config.EVENTS_MAX_BYTES, replicas: config.STREAM_REPLICAS };

const deadline = Date.now() + waitMs;
for (;;) {
  try {
    await connectAsOperator(config.NATS_URL, (nats) =>
      prepareNats(nats, settings, config.CONSUMER_MAX_UNACKNOWLEDGED, config.REMOTE_EVENTS),
    );
    break;
  } catch (error) {
    if (Date.now() > deadline) throw error;
    await delay(500);
  }
}
console.log('Streams and durable consumers are ready');
