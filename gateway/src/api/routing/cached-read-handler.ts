import type { IncomingHttpHeaders } from 'node:http';
import {
  type Endpoint,
  headerNames,
  type Learner,
  type Principal,
  parseSurrogateKeys,
} from '@khmer-learning/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { compressOnce } from '../../http/compress-once.ts';
import { acceptedEncoding, minCompressedBytes } from '../../http/compression.ts';
import type { OwnedMainLessons } from '../cache/owned-main-lessons.ts';
import {
  type Cacheable,
  type CachedResponse,
  computeEtag,
  type SurrogateCache,
} from '../cache/response-cache.ts';
import type { Forwarder } from '../upstreams/forwarder.ts';

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

type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Maximum age of a response. A service forbids to keep one with `no-store` while its replicas lag behind. */
const okMaxAgeMs = 60_000;
/** Maximum age of an error response, which may soon change. */
const errorMaxAgeMs = 1_000;

/** Reads that are remembered, and the maximum length of their URLs. */
const maxKnownReads = 5_000;
const maxKnownUrlLength = 500;

/** A read that was requested before. Routing it and normalising its query again would cost more than finding its response. */
export interface KnownRead {
  readonly endpoint: Endpoint;
  /** The pattern of its route. */
  readonly route: string;
  /** The key of its response in the cache. */
  readonly key: string;
  /** The normalised query that the key contains. */
  readonly query: string;
  /** The cached response that a caller may get; undefined when it must be loaded, or asked for whether the caller may. */
  peek(principal: Principal): CachedResponse | undefined;
}

/** The reads of all endpoints that were requested lately, by their URL. */
export type KnownReads = LRUCache<string, KnownRead>;

export function createKnownReads(): KnownReads {
  return new LRUCache({ max: maxKnownReads });
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
export function createCachedReadHandler(options: {
  readonly endpoint: Endpoint;
  /** The kinds of entity whose events may purge the responses. */
  readonly kinds: readonly string[];
  readonly cache: SurrogateCache<LoadedResponse>;
  readonly knownReads: KnownReads;
  readonly ownedMainLessons: OwnedMainLessons;
  readonly read: ResponseLoader;
  readonly onCacheLookup: (result: 'hit' | 'miss' | 'bypass') => void;
}) {
  const { endpoint, kinds, cache, knownReads, ownedMainLessons, read, onCacheLookup } = options;
  const normaliseQuery = createQueryNormaliser(endpoint);

  function knownReadOf(request: FastifyRequest): KnownRead {
    const { url } = request;
    const remembered = knownReads.get(url);
    if (remembered) return remembered;
    const queryStart = url.indexOf('?');
    const query = queryStart < 0 ? '' : normaliseQuery(request.query as Query);
    const path = queryStart < 0 ? url : url.slice(0, queryStart);
    const key = query === '' ? path : `${path}?${query}`;
    const route = request.routeOptions.url ?? endpoint.path;
    const known: KnownRead = { endpoint, route, key, query, peek: (principal) => peek(key, principal) };
    if (url.length <= maxKnownUrlLength) knownReads.set(url, known);
    return known;
  }

  function peek(key: string, principal: Principal): CachedResponse | undefined {
    const response = cache.peek(key);
    const learner = learnerOf(principal);
    if (!response || !learner) return response;
    const { checked } = response.ownership;
    if (!checked) return undefined;
    const owned = checked.length === 0 ? noMainLessons : ownedMainLessons.of(learner.userId);
    const found = owned && !(owned instanceof Promise) ? findOwned(checked, owned) : undefined;
    if (!found) return undefined;
    return found.length === 0 ? response : cache.peek(ownersKeyOf(key, found));
  }

  function loadResponse(request: FastifyRequest): CachedResponse | Promise<CachedResponse> {
    const { principal } = request;
    const known = knownReadOf(request);
    const cachedResponse = known.peek(principal);
    if (cachedResponse) {
      onCacheLookup('hit');
      return cachedResponse;
    }
    const { key, query } = known;
    const learner = learnerOf(principal);
    if (learner) return loadForLearner(request, query, key, learner.userId);
    onCacheLookup('miss');
    return cache.load(key, kinds, () => read(request, query, principal));
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
    const found = owned && findOwned(checked, owned);
    if (!found) return bypass();
    if (found.length === 0) {
      onCacheLookup(kept ? 'hit' : 'miss');
      return guests;
    }
    const ownersKey = ownersKeyOf(key, found);
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

  return (request: FastifyRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply> => {
    const send = ({ status, headers, body }: Representation) =>
      reply.code(status).headers(headers).send(body);
    const represent = (loaded: CachedResponse) => representationOf(loaded, request.headers);
    const response = loadResponse(request);
    const representation = response instanceof Promise ? response.then(represent) : represent(response);
    return representation instanceof Promise ? representation.then(send) : send(representation);
  };
}

/** A response in the form that its caller accepts. */
export interface Representation {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** Undefined for 304. */
  readonly body: Buffer | undefined;
}

/**
 * Represents a response as the headers of a request ask for it: compressed, or as 304. A promise while it is
 * compressed for the first time.
 */
export function representationOf(
  { status, type, body, etag }: CachedResponse,
  requestHeaders: IncomingHttpHeaders,
): Representation | Promise<Representation> {
  const isLarge = body.length >= minCompressedBytes;
  const encoding = isLarge ? acceptedEncoding(requestHeaders['accept-encoding']) : undefined;
  const headers: Record<string, string> = {
    'cache-control': 'private, no-cache',
    vary: isLarge ? 'authorization, x-api-key, accept-encoding' : 'authorization, x-api-key',
  };
  if (status === 200) {
    // A strong tag names the bytes, which differ by encoding (RFC 9110, 8.8.3.3).
    headers.etag = encoding ? `W/${etag}` : etag;
    if (matchesEtag(requestHeaders['if-none-match'], etag)) return { status: 304, headers, body: undefined };
  }
  headers['content-type'] = type;
  if (!encoding) return { status, headers, body };
  headers['content-encoding'] = encoding;
  const compressed = compressOnce(body, encoding);
  if (Buffer.isBuffer(compressed)) return { status, headers, body: compressed };
  return compressed.then((bytes) => ({ status, headers, body: bytes }));
}

const noMainLessons: ReadonlySet<number> = new Set();

/** The checked main lessons that a learner owns, ascending; undefined when a response depends on all that they own. */
function findOwned(
  checked: readonly number[] | 'all',
  owned: ReadonlySet<number>,
): readonly number[] | undefined {
  if (checked === 'all') return owned.size === 0 ? [] : undefined;
  return checked.filter((id) => owned.has(id));
}

/** The key of the response for learners who own the same of the main lessons on which it depends. */
const ownersKeyOf = (key: string, found: readonly number[]) => `${key} ${found.join(' ')}`;

function learnerOf(principal: Principal): Learner | undefined {
  return principal.kind === 'apiKey' ? principal.learner : undefined;
}

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
