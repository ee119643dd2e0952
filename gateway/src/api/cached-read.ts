import type { IncomingHttpHeaders } from 'node:http';
import type { Endpoint } from '@khmer-learning/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Answer, type CacheScope, etagOf } from '../cache/answer-cache.ts';
import type { Forwarder } from './forwarder.ts';

/** What a service, or several together, say to one caller; `keep`: it may be given to others too. */
export interface CallerAnswer extends Answer {
  readonly keep: boolean;
}

/** Reads the answer for a caller, whose query has been brought to one spelling. */
export type ReadAnswer = (request: FastifyRequest, query: string) => Promise<CallerAnswer>;

export interface CachedReadOptions {
  readonly endpoint: Endpoint;
  readonly scope: CacheScope;
  readonly read: ReadAnswer;
  /** Whether every change is being told; otherwise the cache is neither read nor filled. */
  readonly isLive: () => boolean;
  readonly onLookup: (result: 'hit' | 'miss' | 'bypass') => void;
}

type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Whether a service lets its answer be kept: one made from copies that are behind says no. */
export function mayBeKept(headers: IncomingHttpHeaders): boolean {
  return !/\bno-store\b/i.test(headers['cache-control'] ?? '');
}

/** The read of an endpoint that one service answers. */
export function readOf(endpoint: Endpoint, forwarder: Pick<Forwarder, 'read'>): ReadAnswer {
  return async (request, query) => {
    const { status, headers, body } = await forwarder.read(endpoint, request, query);
    const type = headers['content-type'] ?? 'application/json; charset=utf-8';
    return { status, type, body, etag: etagOf(body), keep: mayBeKept(headers) };
  };
}

/** Answers a read of `/api/v1` from the cache; with a learner's token from the service, as it may differ. */
export function cachedRead(options: CachedReadOptions) {
  const { endpoint, scope, read, isLive, onLookup } = options;
  const normalise = queryNormaliser(endpoint);

  function answerFor(request: FastifyRequest): Answer | Promise<Answer> {
    const { url, principal } = request;
    const mark = url.indexOf('?');
    const query = mark < 0 ? '' : normalise(request.query as Query);
    if ((principal.kind === 'apiKey' && principal.learner) || !isLive()) {
      onLookup('bypass');
      return read(request, query);
    }
    const path = mark < 0 ? url : url.slice(0, mark);
    const key = query === '' ? path : `${path}?${query}`;
    const known = scope.peek(key);
    onLookup(known ? 'hit' : 'miss');
    return known ?? scope.get(key, () => read(request, query));
  }

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const answer = await answerFor(request);
    reply.header('cache-control', 'private, no-cache').header('vary', 'authorization, x-api-key');
    if (answer.status === 200) {
      reply.header('etag', answer.etag);
      if (matchesEtag(request.headers['if-none-match'], answer.etag)) return reply.code(304).send();
    }
    return reply.code(answer.status).header('content-type', answer.type).send(answer.body);
  };
}

/** Whether a caller's `If-None-Match` names an answer: by weak comparison (RFC 9110, 13.1.2). */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag || header === '*') return true;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** One spelling for queries that mean the same: declared parameters alone, in one order. */
function queryNormaliser({ query: schema }: Endpoint): (query: Query) => string {
  const names = schema instanceof z.ZodObject ? Object.keys(schema.shape).sort() : [];
  return (query) => {
    const pairs = new URLSearchParams();
    for (const name of names) {
      for (const value of [query[name] ?? []].flat()) pairs.append(name, value);
    }
    return pairs.toString();
  };
}
