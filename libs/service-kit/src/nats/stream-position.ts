import { JSONCodec, type NatsConnection } from 'nats';
import { z } from 'zod';
import { outboxStreamOf } from './streams.ts';

/** The position of an entity or an audit record in its stream. */
export interface StreamPosition {
  readonly seq: number;
  readonly version: number;
  /** Id of the event or record. */
  readonly eventId: string;
}

const requestTimeoutMs = 2_000;
const notFoundCode = 404;
/** An audit record has no version: it is published once. */
const identitySchema = z.object({ id: z.string(), version: z.number().int().positive().default(1) });
const codec = JSONCodec<unknown>();

/**
 * Reads the last message of a subject with JetStream's direct get.
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
  if (!headers || headers.hasError)
    throw new Error(`Could not read the last message of ${subject} from its stream`);
  const { id, version } = identitySchema.parse(codec.decode(answer.data));
  return { seq: Number(headers.get('Nats-Sequence')), version, eventId: id };
}
