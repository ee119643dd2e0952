import { type Endpoint, v1Docs, v1OpenApi, v1Search, v1Stats } from '@khmer-learning/contracts';
import type { GatewayEndpoints } from '../api/api.routes.ts';
import { matchesEtag } from '../api/cached-read-handler.ts';
import type { Forwarder } from '../api/forwarder.ts';
import { computeEtag } from '../cache/response-cache.ts';
import { generateNonce } from '../http/generate-nonce.ts';
import { composeResponse } from './compose-response.ts';
import { composeSearch } from './compose-search.ts';
import { composeStats } from './compose-stats.ts';
import { createDocsPage, docsContentSecurityPolicy } from './docs/docs-page.ts';
import { createOpenApiDocument } from './openapi/openapi-document.ts';

/** Creates the gateway's own endpoints of `/api/v1`: search, stats, the OpenAPI document and its page. */
export function createGatewayEndpoints(
  endpoints: readonly Endpoint[],
  forwarder: Pick<Forwarder, 'read'>,
): GatewayEndpoints {
  const document = createOpenApiDocument(endpoints);
  const json = Buffer.from(JSON.stringify(document));
  const etag = computeEtag(json);
  const page = createDocsPage(document);
  return {
    cachedReads: {
      [v1Search.id]: (request) => composeResponse(forwarder, request, (read) => composeSearch(request, read)),
      [v1Stats.id]: (request) => composeResponse(forwarder, request, composeStats),
    },
    handlers: {
      [v1OpenApi.id]: async (request, reply) => {
        reply.header('cache-control', 'no-cache').header('etag', etag);
        if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
        return reply.type('application/json; charset=utf-8').send(json);
      },
      [v1Docs.id]: async (_request, reply) => {
        const nonce = generateNonce();
        reply
          .header('cache-control', 'no-store')
          .header('content-security-policy', docsContentSecurityPolicy(nonce));
        return reply.type('text/html; charset=utf-8').send(page(nonce));
      },
    },
  };
}
