import { deadLetterSubjectPrefix, streamNames } from '@khmer-learning/contracts';
import type { JsMsg } from 'nats';
import type { NatsConnectionManager } from '../nats/connect-nats.ts';

const publishTimeoutMs = 2_000;
const readTimeoutMs = 1_000;
const maxErrorLength = 1_000;
/** Reserved for the other fields, within NATS' maximum message size. */
const reservedBytes = 8 * 1024;

/** A dead letter: an event that a durable consumer could not handle, as stored in the stream DEAD. */
export interface DeadLetter {
  readonly durable: string;
  readonly subject: string;
  /** Sequence in the stream that `subject` belongs to. */
  readonly stream_seq: number;
  /** The message's text; null when it is too large. */
  readonly event: string | null;
  readonly error: string;
  readonly tries: number;
  /** ISO 8601 UTC. */
  readonly at: string;
}

/** Subject of a durable consumer's dead letters: `dead.<durable>`. */
function deadLetterSubject(durable: string): string {
  return `${deadLetterSubjectPrefix}.${durable}`;
}

/**
 * Publishes a message as a dead letter. Idempotent per message within two minutes.
 *
 * @throws Error when the server did not store it; the message must not be acknowledged then
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
    // JSON escaping may double the length of a text.
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

/** Counts the dead letters of all consumers. @returns undefined while NATS is not connected. @throws without an answer */
export async function countDeadLetters(nats: NatsConnectionManager): Promise<number | undefined> {
  if (!nats.connection || !nats.isConnected()) return undefined;
  const manager = await nats.connection.jetstreamManager({ timeout: readTimeoutMs, checkAPI: false });
  return (await manager.streams.info(streamNames.deadLetters)).state.messages;
}

/** Returns a function that counts the dead letters of these consumers: durable -> count. */
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
