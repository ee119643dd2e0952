import { entityEventSchema, streams } from '@khmer-learning/contracts';
import { JSONCodec, type NatsConnection } from 'nats';

/** Where an entity stands in the stream. */
export interface StreamPosition {
  readonly seq: number;
  readonly version: number;
  /** The event's own id. */
  readonly eventId: string;
}

const requestTimeoutMs = 2_000;
const missing = 404;
const identitySchema = entityEventSchema.pick({ id: true, version: true });
const codec = JSONCodec<unknown>();

/**
 * The last event of a subject in the stream, by JetStream's direct get.
 *
 * @returns undefined when the stream has none
 */
export async function lastEventOf(
  client: NatsConnection,
  subject: string,
): Promise<StreamPosition | undefined> {
  const answer = await client.request(`$JS.API.DIRECT.GET.${streams.events}.${subject}`, '', {
    timeout: requestTimeoutMs,
  });
  const { headers } = answer;
  if (headers?.code === missing) return undefined;
  if (!headers || headers.hasError) throw new Error(`The stream does not tell the last event of ${subject}`);
  const { id, version } = identitySchema.parse(codec.decode(answer.data));
  return { seq: Number(headers.get('Nats-Sequence')), version, eventId: id };
}
