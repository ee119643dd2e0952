import type { IncomingHttpHeaders } from 'node:http';
import { type Endpoint, headerNames, type Principal, parseSurrogateKeys } from '@khmer-learning/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { OwnedMainLessons } from '../cache/owned-main-lessons.ts';
import {
  type Cacheable,
  type CachedResponse,
  computeEtag,
  type SurrogateCache,
} from '../cache/response-cache.ts';
import { compressOnce } from '../http/compress-once.ts';
import { acceptedEncoding, minCompressedBytes } from '../http/compression.ts';
import type { Forwarder } from './forwarder.ts';

/** A response with what it is made of. */
export interface LoadedResponse extends CachedResponse, Cacheable {
  readonly ownership: ResponseOwnership;
}

/** How a response depends on which main lessons its caller owns. */
export interface ResponseOwnership {
  /** The paid main lessons that matter, ascending; `all` when the whole set does; undefined when it is not known. */
  readonly checked: readonly number[] | 'all' | undefined;
  /** Those of `checked` that the caller owned, ascending. */
  readonly found: readonly number[];
}

/** Loads the response for a request with a normalised query string, on behalf of a caller. */
export type ResponseLoader = (
  request: FastifyRequest,
  query: string,
  principal: Principal,
) => Promise<LoadedResponse>;

export interface CachedReadOptions {
  readonly endpoint: Endpoint;
  /** The kinds of entity whose events may purge the responses. */
  readonly kinds: readonly string[];
  readonly cache: SurrogateCache<LoadedResponse>;
  readonly ownedMainLessons: OwnedMainLessons;
  readonly read: ResponseLoader;
  readonly onCacheLookup: (result: 'hit' | 'miss' | 'bypass') => void;
}

type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Maximum age of a response. A service forbids to keep one with `no-store` while its replicas lag behind. */
const okMaxAgeMs = 60_000;
/** Maximum age of an error response, which may soon change. */
const errorMaxAgeMs = 1_000;

/** URLs per endpoint whose cache key is remembered, and their maximum length. */
const maxKnownUrls = 2_000;
const maxKnownUrlLength = 500;

/** The key of a response in the cache, with the normalised query that it contains. */
interface CacheKey {
  readonly key: string;
  readonly query: string;
}

/** What the headers of a service's response say about keeping it. */
export function cachingOf(
  status: number,
  headers: IncomingHttpHeaders,
): Cacheable & Pick<LoadedResponse, 'ownership'> {
  const isOutdated = /\bno-store\b/i.test(headers['cache-control'] ?? '');
  const checked = headers[headerNames.checkedOwnership];
  return {
    surrogateKeys: parseSurrogateKeys(headers[headerNames.surrogateKey]),
    maxAgeMs: isOutdated ? 0 : status === 200 ? okMaxAgeMs : errorMaxAgeMs,
    ownership: {
      checked: checked === '*' ? 'all' : checked === undefined ? undefined : parseIds(checked),
      found: parseIds(headers[headerNames.foundOwnership]),
    },
  };
}

function parseIds(header: string | string[] | undefined): readonly number[] {
  return header ? String(header).split(' ').map(Number) : [];
}

/** Creates the loader of an endpoint that a single service answers. */
export function createResponseLoader(endpoint: Endpoint, forwarder: Pick<Forwarder, 'read'>): ResponseLoader {
  return async (request, query, principal) => {
    const { status, headers, body } = await forwarder.read(endpoint, request, query, principal);
    const type = headers['content-type'] ?? 'application/json; charset=utf-8';
    return { status, type, body, etag: computeEtag(body), ...cachingOf(status, headers) };
  };
}

/** Creates the handler of a cached read of `/api/v1`. */
export function createCachedReadHandler(options: CachedReadOptions) {
  const { endpoint, kinds, cache, ownedMainLessons, read, onCacheLookup } = options;
  const normaliseQuery = createQueryNormaliser(endpoint);
  /** The cache keys of URLs that were requested lately: normalising a query costs more than finding its response. */
  const cacheKeys = new LRUCache<string, CacheKey>({ max: maxKnownUrls });

  function cacheKeyOf(request: FastifyRequest): CacheKey {
    const { url } = request;
    const known = cacheKeys.get(url);
    if (known) return known;
    const queryStart = url.indexOf('?');
    const query = queryStart < 0 ? '' : normaliseQuery(request.query as Query);
    const path = queryStart < 0 ? url : url.slice(0, queryStart);
    const cacheKey = { key: query === '' ? path : `${path}?${query}`, query };
    if (url.length <= maxKnownUrlLength) cacheKeys.set(url, cacheKey);
    return cacheKey;
  }

  function loadResponse(request: FastifyRequest): CachedResponse | Promise<CachedResponse> {
    const { principal } = request;
    const { key, query } = cacheKeyOf(request);
    const learner = principal.kind === 'apiKey' ? principal.learner : undefined;
    const cachedResponse = cache.peek(key);
    if (cachedResponse && (!learner || ownsNothingOf(cachedResponse, learner.userId))) {
      onCacheLookup('hit');
      return cachedResponse;
    }
    if (learner) return loadForLearner(request, query, key, learner.userId);
    onCacheLookup('miss');
    return cache.load(key, kinds, () => read(request, query, principal));
  }

  /** Whether it is known, without a promise, that a learner owns no main lesson that matters for a guest's response. */
  function ownsNothingOf({ ownership: { checked } }: LoadedResponse, learnerId: number): boolean {
    if (checked === undefined || checked.length === 0) return checked !== undefined;
    const owned = ownedMainLessons.of(learnerId);
    if (!owned || owned instanceof Promise) return false;
    return checked === 'all' ? owned.size === 0 : !checked.some((id) => owned.has(id));
  }

  /**
   * The response for a learner. It is a guest's, unless the learner owns one of the main lessons that it depends on.
   * Learners who own the same ones of them share a response. It was loaded for one of them, and is used only if the
   * service found exactly the ownership that commerce states for this learner.
   */
  async function loadForLearner(
    request: FastifyRequest,
    query: string,
    key: string,
    learnerId: number,
  ): Promise<CachedResponse> {
    const { principal } = request;
    const bypass = () => {
      onCacheLookup('bypass');
      return read(request, query, principal);
    };
    const kept = cache.peek(key);
    const guests =
      kept ?? (await cache.load(key, kinds, () => read(request, query, withoutLearner(principal))));
    const { checked } = guests.ownership;
    if (checked === undefined) return bypass();
    const owned = checked.length === 0 ? noMainLessons : await ownedMainLessons.of(learnerId);
    if (!owned || (checked === 'all' && owned.size > 0)) return bypass();
    const found = checked === 'all' ? [] : checked.filter((id) => owned.has(id));
    if (found.length === 0) {
      onCacheLookup(kept ? 'hit' : 'miss');
      return guests;
    }
    const ownersKey = `${key} ${found.join(' ')}`;
    const keptForOwners = cache.peek(ownersKey);
    if (keptForOwners) {
      onCacheLookup('hit');
      return keptForOwners;
    }
    onCacheLookup('miss');
    try {
      return await cache.load(ownersKey, kinds, async () => {
        const response = await read(request, query, principal);
        // Thrown, so that it is neither kept nor shared.
        if (response.ownership.found.join(' ') !== found.join(' ')) throw new OwnershipDiffers();
        return response;
      });
    } catch (error) {
      if (error instanceof OwnershipDiffers) return read(request, query, principal);
      throw error;
    }
  }

  function send(
    request: FastifyRequest,
    reply: FastifyReply,
    response: CachedResponse,
  ): FastifyReply | Promise<FastifyReply> {
    const isLarge = response.body.length >= minCompressedBytes;
    const encoding = isLarge ? acceptedEncoding(request.headers['accept-encoding']) : undefined;
    reply
      .header('cache-control', 'private, no-cache')
      .header('vary', isLarge ? 'authorization, x-api-key, accept-encoding' : 'authorization, x-api-key');
    if (response.status === 200) {
      // A strong tag names the bytes, which differ by encoding (RFC 9110, 8.8.3.3).
      reply.header('etag', encoding ? `W/${response.etag}` : response.etag);
      if (matchesEtag(request.headers['if-none-match'], response.etag)) return reply.code(304).send();
    }
    reply.code(response.status).header('content-type', response.type);
    if (!encoding) return reply.send(response.body);
    reply.header('content-encoding', encoding);
    const body = compressOnce(response.body, encoding);
    return Buffer.isBuffer(body) ? reply.send(body) : body.then((bytes) => reply.send(bytes));
  }

  return (request: FastifyRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply> => {
    const response = loadResponse(request);
    if (response instanceof Promise) return response.then((loaded) => send(request, reply, loaded));
    return send(request, reply, response);
  };
}

const noMainLessons: ReadonlySet<number> = new Set();

/** A service's copy of the purchases is not yet what commerce states. */
class OwnershipDiffers extends Error {}

/** The same app without its learner. */
function withoutLearner(principal: Principal): Principal {
  return principal.kind === 'apiKey' ? { kind: 'apiKey', apiKeyId: principal.apiKeyId } : principal;
}

/** Whether `If-None-Match` matches an ETag, by weak comparison (RFC 9110, 13.1.2). */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag || header === '*') return true;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** Normalises equivalent queries to one cache key: only declared parameters, in a fixed order. */
function createQueryNormaliser({ query: schema }: Endpoint): (query: Query) => string {
  const names = schema instanceof z.ZodObject ? Object.keys(schema.shape).sort() : [];
  return (query) => {
    const pairs = new URLSearchParams();
    for (const name of names) {
      for (const value of [query[name] ?? []].flat()) pairs.append(name, value);
    }
    return pairs.toString();
  };
}
