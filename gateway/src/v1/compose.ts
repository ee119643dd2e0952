import type { Endpoint, ResponseOf } from '@khmer-learning/contracts';
import type { FastifyRequest } from 'fastify';
import { type CallerAnswer, mayBeKept } from '../api/cached-read.ts';
import type { Forwarder } from '../api/forwarder.ts';
import { etagOf } from '../cache/answer-cache.ts';
import { unavailable } from '../http/errors.ts';

/** What a list of a service is asked for; what is undefined is left out. */
type PartQuery = Readonly<Record<string, string | number | undefined>>;

/** Reads one list for the caller of a composed answer. */
export type ReadPart = <const E extends Endpoint>(endpoint: E, query: PartQuery) => Promise<ResponseOf<E>>;

/**
 * One answer made from several services, each asked on behalf of the same caller.
 *
 * @throws ApiError 503 when any part cannot be had: half an answer is never shown as a whole one
 */
export async function compose(
  forwarder: Pick<Forwarder, 'read'>,
  request: FastifyRequest,
  make: (read: ReadPart) => Promise<unknown>,
): Promise<CallerAnswer> {
  let keep = true;
  const read: ReadPart = async (endpoint, query) => {
    const part = await forwarder.read(endpoint, request, textOf(query)).catch(() => undefined);
    if (part?.status !== 200) throw unavailable();
    keep &&= mayBeKept(part.headers);
    return endpoint.response.parse(JSON.parse(part.body.toString())) as ResponseOf<typeof endpoint>;
  };
  const body = Buffer.from(JSON.stringify(await make(read)));
  return { status: 200, type: 'application/json; charset=utf-8', body, etag: etagOf(body), keep };
}

function textOf(query: PartQuery): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) pairs.append(name, String(value));
  }
  return pairs.toString();
}
