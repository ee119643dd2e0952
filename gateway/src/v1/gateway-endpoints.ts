import {
  type Endpoint,
  lessonLevels,
  privacyPolicyGet,
  privacyPolicyPage,
  type ResponseOf,
  v1Docs,
  v1LessonsList,
  v1MainLessonsList,
  v1OpenApi,
  v1PacksGet,
  v1QuizzesList,
  v1Search,
  v1Stats,
  v1SubscriptionPlans,
  v1SubscriptionsMe,
} from '@khmer-learning/contracts';
import { parseSearchQuery } from '@khmer-learning/khmer-text';
import { ApiError } from '@khmer-learning/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { computeEtag } from '../api/cache/response-cache.ts';
import type { GatewayEndpoints } from '../api/routing/api.routes.ts';
import { matchesEtag } from '../api/routing/cached-read-handler.ts';
import type { Forwarder } from '../api/upstreams/forwarder.ts';
import { serviceUnavailable } from '../http/errors.ts';
import { generateNonce } from '../http/pages/html-template.ts';
import {
  privacyPolicyContentSecurityPolicy,
  renderPrivacyPolicy,
} from '../http/pages/privacy-policy-page.ts';
import { composePack } from './compose-pack.ts';
import { composeResponse, type ReadPart } from './compose-response.ts';
import { createDocsPage, docsContentSecurityPolicy } from './docs/docs-page.ts';
import { createOpenApiDocument } from './openapi/openapi-document.ts';

/**
 * Creates the gateway's own endpoints: search, stats, offline packs, subscriptions, the OpenAPI document and its page, and the page of
 * the privacy policy.
 */
export function createGatewayEndpoints(
  endpoints: readonly Endpoint[],
  forwarder: Pick<Forwarder, 'read' | 'callInternal'>,
): GatewayEndpoints {
  const document = createOpenApiDocument(endpoints);
  const json = Buffer.from(JSON.stringify(document));
  const etag = computeEtag(json);
  const page = createDocsPage(document);
  return {
    cachedReads: {
      [v1Search.id]: (request, _query, principal) =>
        composeResponse(forwarder, request, principal, (read) => composeSearch(request, read)),
      [v1Stats.id]: (request, _query, principal) =>
        composeResponse(forwarder, request, principal, composeStats),
    },
    handlers: {
      [v1OpenApi.id]: async (request, reply) => {
        reply.header('cache-control', 'no-cache').header('etag', etag);
        if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
        return reply.type('application/json; charset=utf-8').send(json);
      },
      [v1PacksGet.id]: async (request, reply) => {
        const pack = Buffer.from(JSON.stringify(await composePack(forwarder, request)));
        const packEtag = computeEtag(pack);
        reply
          .header('cache-control', 'private, no-cache')
          .header('vary', 'authorization, x-api-key')
          .header('etag', packEtag);
        if (matchesEtag(request.headers['if-none-match'], packEtag)) return reply.code(304).send();
        return reply.type('application/json; charset=utf-8').send(pack);
      },
      [v1Docs.id]: async (_request, reply) => {
        const nonce = generateNonce();
        reply
          .header('cache-control', 'no-store')
          .header('content-security-policy', docsContentSecurityPolicy(nonce));
        return reply.type('text/html; charset=utf-8').send(page(nonce));
      },
      [v1SubscriptionPlans.id]: (_request, reply) => sendUncached(reply, { success: true, data: [] }),
      [v1SubscriptionsMe.id]: (_request, reply) => sendUncached(reply, null),
      [privacyPolicyPage.id]: async (request, reply) => {
        const { status, body } = await forwarder.read(privacyPolicyGet, request, '', request.principal);
        if (status !== 200) throw serviceUnavailable();
        const policy = privacyPolicyGet.response.parse(JSON.parse(body.toString()));
        const nonce = generateNonce();
        reply
          .header('cache-control', 'no-store')
          .header('content-security-policy', privacyPolicyContentSecurityPolicy(nonce));
        return reply.type('text/html; charset=utf-8').send(renderPrivacyPolicy(policy, nonce));
      },
    },
  };
}

function sendUncached(reply: FastifyReply, body: unknown): FastifyReply {
  reply.header('cache-control', 'private, no-store').type('application/json; charset=utf-8');
  return reply.send(JSON.stringify(body));
}

/** The number of published main lessons, lessons and quizzes, from the totals of the public lists. */
async function composeStats(read: ReadPart): Promise<ResponseOf<typeof v1Stats>> {
  const [mainLessons, quizzes, ...lessons] = await Promise.all([
    read(v1MainLessonsList, { limit: 1 }),
    read(v1QuizzesList, { limit: 1 }),
    ...lessonLevels.map((level) => read(v1LessonsList, { level, limit: 1 })),
  ]);
  const [beginner = 0, intermediate = 0, advanced = 0] = lessons.map(({ total }) => total);
  return {
    success: true,
    data: {
      mainLessons: mainLessons.total,
      lessons: beginner + intermediate + advanced,
      quizzes: quizzes.total,
      isEstimate: [mainLessons, quizzes, ...lessons].find(({ totalIsEstimate }) => totalIsEstimate)
        ?.totalIsEstimate,
      lessonsByLevel: { Beginner: beginner, Intermediate: intermediate, Advanced: advanced },
    },
  };
}

const emptyList = { data: [], total: 0, totalIsEstimate: undefined, searchedFor: undefined } as const;

/** Searches lessons and quizzes with the public lists of both. @throws ApiError 400 for an invalid query */
async function composeSearch(request: FastifyRequest, read: ReadPart): Promise<ResponseOf<typeof v1Search>> {
  const parsed = v1Search.query.safeParse(request.query);
  if (!parsed.success) throw new ApiError(400, parsed.error.issues[0]?.message ?? 'The request is not valid');
  const { q, type, limit, offset, exact } = parsed.data;
  const part = { search: q, limit, offset: offset ?? 0, exact };
  const wants = (kind: typeof type) => hasSearchTerms(q) && (type === undefined || type === kind);
  const lists = await Promise.all([
    wants('lessons') ? read(v1LessonsList, part) : emptyList,
    wants('quizzes') ? read(v1QuizzesList, part) : emptyList,
  ]);
  // Both lists are of the same words: of those that were typed if one of them has any of these.
  const hasTyped = lists.some(({ total, searchedFor }) => total > 0 && searchedFor === undefined);
  const searchedFor = hasTyped ? undefined : lists.find((list) => list.searchedFor)?.searchedFor;
  const [lessons, quizzes] = lists;
  const keep = <List extends { searchedFor?: string | undefined }>(list: List) =>
    list.searchedFor === searchedFor ? list : emptyList;
  const [foundLessons, foundQuizzes] = [keep(lessons), keep(quizzes)];
  return {
    success: true,
    data: { lessons: [...foundLessons.data], quizzes: [...foundQuizzes.data] },
    total: foundLessons.total + foundQuizzes.total,
    totalIsEstimate: foundLessons.totalIsEstimate ?? foundQuizzes.totalIsEstimate,
    searchedFor,
  };
}

/** Whether the text has search terms. Without any, such as a lone subscript sign, the lists would return everything. */
function hasSearchTerms(text: string): boolean {
  const { keys, patterns } = parseSearchQuery(text);
  return keys.length + patterns.length > 0;
}
