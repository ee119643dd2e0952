import { JSONCodec, type NatsConnection } from 'nats';
import { z } from 'zod';
import { outboxStreamOf } from './outbox-streams.ts';

/** Where an entity, or an audit record, stands in its stream. */
export interface StreamPosition {
  readonly seq: number;
  readonly version: number;
  /** The event's or record's own id. */
  readonly eventId: string;
}

const requestTimeoutMs = 2_000;
const notFoundCode = 404;
/** An audit record has no version: it is told once. */
const identitySchema = z.object({ id: z.string(), version: z.number().int().positive().default(1) });
const codec = JSONCodec<unknown>();

/**
 * The last event of a subject in its stream, by JetStream's direct get.
 *
 * @returns undefined when the stream has none
 */
export async function fetchStreamPosition(
  client: NatsConnection,
  subject: string,
): Promise<StreamPosition | undefined> {
  const answer = await client.request(`$JS.API.DIRECT.GET.${outboxStreamOf(subject).name}.${subject}`, '', {
    timeout: requestTimeoutMs,
  });
  const { headers } = answer;
  if (headers?.code === notFoundCode) return undefined;
  if (!headers || headers.hasError) throw new Error(`The stream does not tell the last event of ${subject}`);
  const { id, version } = identitySchema.parse(codec.decode(answer.data));
  return { seq: Number(headers.get('Nats-Sequence')), version, eventId: id };
}
