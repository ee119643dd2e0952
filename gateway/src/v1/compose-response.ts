import type { Endpoint, ResponseOf } from '@khmer-learning/contracts';
import type { FastifyRequest } from 'fastify';
import { isCacheable, type LoadedResponse } from '../api/cached-read-handler.ts';
import type { Forwarder } from '../api/forwarder.ts';
import { computeEtag } from '../cache/response-cache.ts';
import { serviceUnavailable } from '../http/errors.ts';

/** The query of a service's list. Undefined values are left out. */
type PartQuery = Readonly<Record<string, string | number | undefined>>;

/** Reads one list on behalf of the caller of a composed response. */
export type ReadPart = <const E extends Endpoint>(endpoint: E, query: PartQuery) => Promise<ResponseOf<E>>;

/**
 * Builds one response from several services, each called on behalf of the same caller.
 *
 * @throws ApiError 503 when any part fails: a partial response is never returned
 */
export async function composeResponse(
  forwarder: Pick<Forwarder, 'read'>,
  request: FastifyRequest,
  build: (read: ReadPart) => Promise<unknown>,
): Promise<LoadedResponse> {
  let cacheable = true;
  const read: ReadPart = async (endpoint, query) => {
    const part = await forwarder.read(endpoint, request, toQueryString(query)).catch(() => undefined);
    if (part?.status !== 200) throw serviceUnavailable();
    cacheable &&= isCacheable(part.headers);
    return endpoint.response.parse(JSON.parse(part.body.toString())) as ResponseOf<typeof endpoint>;
  };
  const body = Buffer.from(JSON.stringify(await build(read)));
  return { status: 200, type: 'application/json; charset=utf-8', body, etag: computeEtag(body), cacheable };
}

function toQueryString(query: PartQuery): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) pairs.append(name, String(value));
  }
  return pairs.toString();
}
