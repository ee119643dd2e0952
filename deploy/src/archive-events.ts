import { streamNames } from '@khmer-learning/contracts';
import { ensureStreams } from '@khmer-learning/service-kit';
import { AckPolicy, connect, DeliverPolicy, type NatsConnection, nanos } from 'nats';
import { readLines, writeLines } from './archive-streams.ts';

const silenceMs = 5_000;
const inFlight = 200;

interface Message {
  readonly subject: string;
  readonly id: string | undefined;
  readonly data: string;
}

async function withNats<T>(url: string, work: (nats: NatsConnection) => Promise<T>): Promise<T> {
  const { host, username, password } = new URL(url);
  const nats = await connect({
    servers: host,
    ...(username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : {}),
  });
  try {
    return await work(nats);
  } finally {
    await nats.close();
  }
}

/**
 * Writes every event of the stream into a file: the last of each entity, in their order.
 *
 * @returns how many events
 */
export async function dumpEvents(url: string, file: string): Promise<number> {
  return withNats(url, async (nats) => {
    const manager = await nats.jetstreamManager();
    const { state } = await manager.streams.info(streamNames.events);
    return writeLines(file, state.messages > 0 ? textsUpTo(nats, state.last_seq) : nothing());
  });
}

async function* nothing(): AsyncIterable<string> {}

async function* textsUpTo(nats: NatsConnection, lastSequence: number): AsyncIterable<string> {
  const manager = await nats.jetstreamManager();
  const { name } = await manager.consumers.add(streamNames.events, {
    ack_policy: AckPolicy.None,
    deliver_policy: DeliverPolicy.All,
    inactive_threshold: nanos(60_000),
  });
  const consumer = await nats.jetstream().consumers.get(streamNames.events, name);
  for (;;) {
    const messages = await consumer.fetch({ max_messages: inFlight, expires: silenceMs });
    let last = 0;
    for await (const message of messages) {
      last = message.seq;
      const told: Message = {
        subject: message.subject,
        id: message.headers?.get('Nats-Msg-Id') || undefined,
        data: message.string(),
      };
      yield JSON.stringify(told);
      if (last >= lastSequence) return;
      // What came later stands for what was read; the end may have moved past what there is.
      if (message.info.pending === 0) return;
    }
    if (last === 0) return;
  }
}

/**
 * Puts back what `dumpEvents` wrote.
 *
 * @param eventsMaxBytes size at which the stream refuses more, as the services are told
 * @returns how many events
 * @throws when the stream is not empty
 */
export async function restoreEvents(url: string, file: string, eventsMaxBytes: number): Promise<number> {
  return withNats(url, async (nats) => {
    await ensureStreams(nats, { eventsMaxBytes });
    const manager = await nats.jetstreamManager();
    const { state } = await manager.streams.info(streamNames.events);
    if (state.messages > 0) throw new Error(`The stream ${streamNames.events} is not empty; purge it first`);
    const jetstream = nats.jetstream();
    let events = 0;
    let waiting: Promise<unknown>[] = [];
    for await (const line of readLines(file)) {
      const { subject, id, data } = JSON.parse(line) as Message;
      waiting.push(jetstream.publish(subject, data, id === undefined ? {} : { msgID: `restored:${id}` }));
      events += 1;
      if (waiting.length < inFlight) continue;
      await Promise.all(waiting);
      waiting = [];
    }
    await Promise.all(waiting);
    return events;
  });
}
