import { type Endpoint, v1Docs, v1OpenApi, v1Search, v1Stats } from '@khmer-learning/contracts';
import type { OwnEndpoints } from '../api/api.routes.ts';
import { matchesEtag } from '../api/cached-read.ts';
import type { Forwarder } from '../api/forwarder.ts';
import { etagOf } from '../cache/answer-cache.ts';
import { newNonce } from '../http/nonce.ts';
import { compose } from './compose.ts';
import { docsPage, docsPolicy } from './docs/page.ts';
import { openApiDocument } from './openapi/document.ts';
import { search } from './search.ts';
import { stats } from './stats.ts';

/** The parts of `/api/v1` that no service answers alone. */
export function ownEndpoints(
  endpoints: readonly Endpoint[],
  forwarder: Pick<Forwarder, 'read'>,
): OwnEndpoints {
  const document = openApiDocument(endpoints);
  const json = Buffer.from(JSON.stringify(document));
  const etag = etagOf(json);
  const page = docsPage(document);
  return {
    reads: {
      [v1Search.id]: (request) => compose(forwarder, request, (read) => search(request, read)),
      [v1Stats.id]: (request) => compose(forwarder, request, stats),
    },
    handlers: {
      [v1OpenApi.id]: async (request, reply) => {
        reply.header('cache-control', 'no-cache').header('etag', etag);
        if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
        return reply.type('application/json; charset=utf-8').send(json);
      },
      [v1Docs.id]: async (_request, reply) => {
        const nonce = newNonce();
        reply.header('cache-control', 'no-store').header('content-security-policy', docsPolicy(nonce));
        return reply.type('text/html; charset=utf-8').send(page(nonce));
      },
    },
  };
}
