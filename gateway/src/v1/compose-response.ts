import type { Endpoint, Principal, ResponseOf } from '@khmer-learning/contracts';
import type { FastifyRequest } from 'fastify';
import { computeEtag } from '../api/cache/response-cache.ts';
import {
  cachingOf,
  type LoadedResponse,
  type ResponseOwnership,
} from '../api/routing/cached-read-handler.ts';
import type { Forwarder } from '../api/upstreams/forwarder.ts';
import { serviceUnavailable } from '../http/errors.ts';

/** The query of a service's list. Undefined values are left out. */
type PartQuery = Readonly<Record<string, string | number | undefined>>;

/** Reads one list on behalf of the caller of a composed response. */
export type ReadPart = <const E extends Endpoint>(endpoint: E, query: PartQuery) => Promise<ResponseOf<E>>;

/** What the headers of a part say about keeping it. */
type PartCaching = ReturnType<typeof cachingOf>;

/**
 * Builds one response from several services, each called on behalf of the same caller.
 *
 * @throws ApiError 503 when any part fails: a partial response is never returned
 */
export async function composeResponse(
  forwarder: Pick<Forwarder, 'read'>,
  request: FastifyRequest,
  principal: Principal,
  build: (read: ReadPart) => Promise<unknown>,
): Promise<LoadedResponse> {
  const parts: PartCaching[] = [];
  const read: ReadPart = async (endpoint, query) => {
    const part = await forwarder
      .read(endpoint, request, toQueryString(query), principal)
      .catch(() => undefined);
    if (part?.status !== 200) throw serviceUnavailable();
    parts.push(cachingOf(part.status, part.headers));
    return endpoint.response.parse(JSON.parse(part.body.toString())) as ResponseOf<typeof endpoint>;
  };
  const body = Buffer.from(JSON.stringify(await build(read)));
  const type = 'application/json; charset=utf-8';
  return { status: 200, type, body, etag: computeEtag(body), ...combineCaching(parts) };
}

/** What the parts' headers together say about keeping the whole. What one part does not know is not known. */
function combineCaching(parts: readonly PartCaching[]): PartCaching {
  const keys = parts.map(({ surrogateKeys }) => surrogateKeys);
  return {
    surrogateKeys: keys.every((some) => some !== undefined) ? [...new Set(keys.flat())] : undefined,
    maxAgeMs: Math.min(...parts.map(({ maxAgeMs }) => maxAgeMs)),
    ownership: combineOwnership(parts.map(({ ownership }) => ownership)),
  };
}

/** A main lesson that one service found owned and another did not makes the whole depend on the caller alone. */
function combineOwnership(parts: readonly ResponseOwnership[]): ResponseOwnership {
  const checked = new Set<number>();
  const found = new Set(parts.flatMap((part) => part.found));
  for (const part of parts) {
    if (part.checked === undefined) return { checked: undefined, found: [] };
    if (part.checked === 'all') return { checked: 'all', found: [] };
    for (const id of part.checked) {
      if (found.has(id) && !part.found.includes(id)) return { checked: undefined, found: [] };
      checked.add(id);
    }
  }
  return { checked: ascending(checked), found: ascending(found) };
}

function ascending(ids: ReadonlySet<number>): number[] {
  return [...ids].sort((one, other) => one - other);
}

function toQueryString(query: PartQuery): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) pairs.append(name, String(value));
  }
  return pairs.toString();
}
