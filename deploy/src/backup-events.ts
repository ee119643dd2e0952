import { streamNames } from '@khmer-learning/contracts';
import { ensureStreams, type StreamSettings } from '@khmer-learning/service-kit';
import { AckPolicy, DeliverPolicy, type NatsConnection, nanos } from 'nats';
import { connectAsOperator } from './connect-as-operator.ts';
import { readGzipLines, writeGzipLines } from './gzip-lines.ts';

const fetchTimeoutMs = 5_000;
const maxInFlight = 200;

interface ArchivedMessage {
  readonly subject: string;
  readonly id: string | undefined;
  readonly data: string;
}

/**
 * Writes the last event of each entity in the stream to a file, in stream order.
 *
 * @returns the number of events
 */
export async function dumpEvents(url: string, file: string): Promise<number> {
  return connectAsOperator(url, async (nats) => {
    const manager = await nats.jetstreamManager();
    const { state } = await manager.streams.info(streamNames.events);
    return writeGzipLines(
      file,
      state.messages > 0 ? serializedMessagesUpTo(nats, state.last_seq) : noLines(),
    );
  });
}

async function* noLines(): AsyncIterable<string> {}

async function* serializedMessagesUpTo(nats: NatsConnection, lastSequence: number): AsyncIterable<string> {
  const manager = await nats.jetstreamManager();
  const { name } = await manager.consumers.add(streamNames.events, {
    ack_policy: AckPolicy.None,
    deliver_policy: DeliverPolicy.All,
    inactive_threshold: nanos(60_000),
  });
  const consumer = await nats.jetstream().consumers.get(streamNames.events, name);
  for (;;) {
    const messages = await consumer.fetch({ max_messages: maxInFlight, expires: fetchTimeoutMs });
    let last = 0;
    for await (const message of messages) {
      last = message.seq;
      const archivedMessage: ArchivedMessage = {
        subject: message.subject,
        id: message.headers?.get('Nats-Msg-Id') || undefined,
        data: message.string(),
      };
      yield JSON.stringify(archivedMessage);
      if (last >= lastSequence) return;
      // A newer event can replace one of these during the dump, so the stream may have no message at the end sequence.
      if (message.info.pending === 0) return;
    }
    if (last === 0) return;
  }
}

/**
 * Makes the streams if necessary, for `restoreEvents`.
 *
 * @param streams settings of the streams, the same as for the services
 * @param isContinued after an interrupted restore, whose events may be there: the same events replace them
 * @throws if the stream is not empty otherwise
 */
export async function requireEmptyStream(
  url: string,
  streams: StreamSettings,
  isContinued: boolean,
): Promise<void> {
  await connectAsOperator(url, async (nats) => {
    await ensureStreams(nats, streams);
    const manager = await nats.jetstreamManager();
    const { state } = await manager.streams.info(streamNames.events);
    if (state.messages > 0 && !isContinued)
      throw new Error(`The stream ${streamNames.events} is not empty; purge it first`);
  });
}

/**
 * Publishes the events that `dumpEvents` wrote.
 *
 * @returns the number of events
 */
export async function restoreEvents(url: string, file: string): Promise<number> {
  return connectAsOperator(url, async (nats) => {
    const jetstream = nats.jetstream();
    let events = 0;
    let pendingPublishes: Promise<unknown>[] = [];
    for await (const line of readGzipLines(file)) {
      const { subject, id, data } = JSON.parse(line) as ArchivedMessage;
      pendingPublishes.push(
        jetstream.publish(subject, data, id === undefined ? {} : { msgID: `restored:${id}` }),
      );
      events += 1;
      if (pendingPublishes.length < maxInFlight) continue;
      await Promise.all(pendingPublishes);
      pendingPublishes = [];
    }
    await Promise.all(pendingPublishes);
    return events;
  });
}
