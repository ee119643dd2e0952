import { JSONCodec, type NatsConnection } from 'nats';
import { z } from 'zod';
import { outboxStreamOf } from './streams.ts';

/** The position of an entity or an audit record in its stream. */
export type StreamPosition = NonNullable<Awaited<ReturnType<typeof fetchStreamPosition>>>;

const requestTimeoutMs = 2_000;
const notFoundCode = 404;
/** An audit record has no version: it is published once. */
const identitySchema = z.object({ id: z.string(), version: z.number().int().positive().default(1) });
const codec = JSONCodec<unknown>();

/** Reads the last message of a subject with JetStream's direct get; undefined when the stream has none. */
export async function fetchLastMessage(client: NatsConnection, stream: string, subject: string) {
  const { headers, data } = await client.request(`$JS.API.DIRECT.GET.${stream}.${subject}`, '', {
    timeout: requestTimeoutMs,
  });
  if (headers?.code === notFoundCode) return undefined;
  if (!headers || headers.hasError)
    throw new Error(`Could not read the last message of ${subject} from its stream`);
  return { contents: codec.decode(data), seq: Number(headers.get('Nats-Sequence')) };
}

/** Reads the position of the last message of a subject, with the id of its event or record; undefined when there is none. */
export async function fetchStreamPosition(client: NatsConnection, subject: string) {
  const last = await fetchLastMessage(client, outboxStreamOf(subject).name, subject);
  if (!last) return undefined;
  const { id: eventId, version } = identitySchema.parse(last.contents);
  return { seq: last.seq, version, eventId };
}
