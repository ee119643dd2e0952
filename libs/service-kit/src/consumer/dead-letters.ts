import { deadLetterSubjectPrefix, streamNames } from '@khmer-learning/contracts';
import type { JsMsg } from 'nats';
import type { NatsConnectionManager } from '../nats/connect-nats.ts';

const publishTimeoutMs = 2_000;
const maxErrorLength = 1_000;
/** Room for everything but the event's own text, within NATS' largest message. */
const reservedBytes = 8 * 1024;

/** An event that a durable could not digest, as it lies in the stream DEAD. */
export interface DeadLetter {
  readonly durable: string;
  readonly subject: string;
  /** Its place in the stream that `subject` belongs to. */
  readonly stream_seq: number;
  /** The message's text; null when it is too large to be repeated here. */
  readonly event: string | null;
  readonly error: string;
  readonly tries: number;
  /** ISO 8601 UTC. */
  readonly at: string;
}

/** Where a durable's undigested events are set aside: `dead.<durable>`. */
function deadLetterSubject(durable: string): string {
  return `${deadLetterSubjectPrefix}.${durable}`;
}

/**
 * Sets a message aside. Once per message, however often it is called within two minutes.
 *
 * @throws when the server did not take it: the message must not be given up then
 */
export async function publishDeadLetter(
  nats: NatsConnectionManager,
  durable: string,
  message: JsMsg,
  failure: { error: unknown; tries: number },
): Promise<void> {
  const client = await nats.whenConnected();
  const maxEventBytes = (client.info?.max_payload ?? 0) - reservedBytes;
  const text = message.string();
  const deadLetter: DeadLetter = {
    durable,
    subject: message.subject,
    stream_seq: message.seq,
    // In JSON a text may grow to its double.
    event: message.data.length * 2 < maxEventBytes ? text : null,
    error: String(failure.error).slice(0, maxErrorLength),
    tries: failure.tries,
    at: new Date().toISOString(),
  };
  await client.jetstream().publish(deadLetterSubject(durable), JSON.stringify(deadLetter), {
    msgID: `${durable}:${message.seq}`,
    timeout: publishTimeoutMs,
  });
}

/** Counts the messages set aside by these consumers: durable -> count. */
export function createDeadLetterCounter(
  nats: NatsConnectionManager,
  durables: () => readonly { readonly durable: string }[],
): () => Promise<ReadonlyMap<string, number>> {
  return async () => {
    const counts = new Map<string, number>();
    const consumers = durables();
    if (consumers.length === 0 || !nats.connection || !nats.isConnected()) return counts;
    const manager = await nats.connection.jetstreamManager();
    const info = await manager.streams.info(streamNames.deadLetters, {
      subjects_filter: `${deadLetterSubjectPrefix}.>`,
    });
    for (const { durable } of consumers) {
      counts.set(durable, info.state.subjects?.[deadLetterSubject(durable)] ?? 0);
    }
    return counts;
  };
}
