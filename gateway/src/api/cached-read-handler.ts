import type { IncomingHttpHeaders } from 'node:http';
import type { Endpoint } from '@khmer-learning/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type CachedResponse, type CacheScope, computeEtag } from '../cache/response-cache.ts';
import type { Forwarder } from './forwarder.ts';

/** A response for one caller. `cacheable`: it may be served to other callers too. */
export interface LoadedResponse extends CachedResponse {
  readonly cacheable: boolean;
}

/** Loads the response for a request with a normalised query string. */
export type ResponseLoader = (request: FastifyRequest, query: string) => Promise<LoadedResponse>;

export interface CachedReadOptions {
  readonly endpoint: Endpoint;
  readonly scope: CacheScope;
  readonly read: ResponseLoader;
  /** Whether all change events arrive; otherwise the cache is neither read nor written. */
  readonly isChangeFeedLive: () => boolean;
  readonly onCacheLookup: (result: 'hit' | 'miss' | 'bypass') => void;
}

type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Whether a service allows its response to be cached. It sends `no-store` while its replicas lag behind. */
export function isCacheable(headers: IncomingHttpHeaders): boolean {
  return !/\bno-store\b/i.test(headers['cache-control'] ?? '');
}

/** Creates the loader of an endpoint that a single service answers. */
export function createResponseLoader(endpoint: Endpoint, forwarder: Pick<Forwarder, 'read'>): ResponseLoader {
  return async (request, query) => {
    const { status, headers, body } = await forwarder.read(endpoint, request, query);
    const type = headers['content-type'] ?? 'application/json; charset=utf-8';
    return { status, type, body, etag: computeEtag(body), cacheable: isCacheable(headers) };
  };
}

/**
 * Creates the handler of a cached read of `/api/v1`. Requests with a learner's token bypass the cache, because their
 * response may differ.
 */
export function createCachedReadHandler(options: CachedReadOptions) {
  const { endpoint, scope, read, isChangeFeedLive, onCacheLookup } = options;
  const normaliseQuery = createQueryNormaliser(endpoint);

  function loadResponse(request: FastifyRequest): CachedResponse | Promise<CachedResponse> {
    const { url, principal } = request;
    const queryStart = url.indexOf('?');
    const query = queryStart < 0 ? '' : normaliseQuery(request.query as Query);
    if ((principal.kind === 'apiKey' && principal.learner) || !isChangeFeedLive()) {
      onCacheLookup('bypass');
      return read(request, query);
    }
    const path = queryStart < 0 ? url : url.slice(0, queryStart);
    const key = query === '' ? path : `${path}?${query}`;
    const cachedResponse = scope.peek(key);
    onCacheLookup(cachedResponse ? 'hit' : 'miss');
    return cachedResponse ?? scope.get(key, () => read(request, query));
  }

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const response = await loadResponse(request);
    reply.header('cache-control', 'private, no-cache').header('vary', 'authorization, x-api-key');
    if (response.status === 200) {
      reply.header('etag', response.etag);
      if (matchesEtag(request.headers['if-none-match'], response.etag)) return reply.code(304).send();
    }
    return reply.code(response.status).header('content-type', response.type).send(response.body);
  };
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
