import {
  authAppleLogin,
  authGoogleLogin,
  authLearnerLogin,
  authRefreshToken,
  authRegister,
  type Endpoint,
} from '@khmer-learning/contracts';
import { errorResponseComponents } from './error-responses.ts';
import { operationOf } from './operation.ts';

/** The version of the document. Raise it when an endpoint changes in a way that affects apps. */
const version = '1.0.0';

const apiDescription = `Everything a learner app needs: the published lessons of Khmer Learning, their words in
English, phonemic and Khmer script, quizzes, and the learner's purchases.

**API key.** Send an API key in \`X-API-Key\` with every call. An admin creates it in the console under API Settings.
An admin may have several, each with scopes (\`read\`, \`submit\`, \`orders\`), a quota and an expiry.
Everybody who has an app can read the key in it: give such a key only the scopes that the app needs.

**Learners.** \`POST /api/auth/login\` returns a token. Send it as \`Authorization: Bearer …\` together with the key to
access paid content, \`/api/v1/me\`, \`/api/v1/orders\` and \`/api/v1/purchases\`. \`POST /api/v1/logout\` revokes it.
\`POST /api/auth/refresh-token\` exchanges the refresh token, which works once, for new tokens.

**Responses** are \`{"success": true, "data": …}\`. Lists also have \`total\`, an estimate if \`totalIsEstimate\` is set, and, if there are more rows,
\`nextCursor\`: send it as \`cursor\` to get the next page. A page has at most 100 rows.
Errors are \`{"success": false, "error": "…", "message": "…", "code": "…"}\`; \`message\` repeats \`error\`.

**Rate limits.** By default 6,000 calls per minute and key, and 120 per learner or, without a token, per client
address. \`RateLimit\` and \`RateLimit-Policy\` give what is left of both (draft-ietf-httpapi-ratelimit-headers). A
rejected call has a \`Retry-After\` header.

**Caching.** Reads return a strong \`ETag\`. Send it back as \`If-None-Match\` to receive 304 while nothing has
changed.

**Cross-origin pages** may read (\`GET\`), and submit answers and create orders if the key names their origin.`;

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly [part: string]: unknown;
}

/** An operation object of the document. */
export type Operation = ReturnType<typeof operationOf>;

const tags = [
  { name: 'Learners', description: 'Learner accounts and tokens' },
  { name: 'Main lessons', description: 'The course catalogue' },
  { name: 'Lessons', description: 'The lessons of a main lesson' },
  { name: 'Quizzes', description: 'Questions about a lesson' },
  { name: 'Search and statistics', description: 'Full-text search and content totals' },
  { name: 'Purchases', description: 'Paid main lessons' },
  { name: 'API reference', description: 'This documentation as an OpenAPI document and as a page' },
];

function compareByPath(one: Endpoint, other: Endpoint): number {
  return one.path.localeCompare(other.path, 'en');
}

/** Creates the description of those of `/api/v1`, and of the endpoints with which a learner gets an account and tokens. */
export function createOpenApiDocument(endpoints: readonly Endpoint[]): OpenApiDocument {
  const described = [
    authRegister,
    authLearnerLogin,
    authAppleLogin,
    authGoogleLogin,
    authRefreshToken,
    ...endpoints.filter(({ path }) => path.startsWith('/api/v1/')).sort(compareByPath),
  ] as const satisfies readonly Endpoint[];
  const paths: Record<string, Record<string, Operation>> = {};
  for (const endpoint of described) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Khmer Learning API', version, description: apiDescription },
    tags,
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description: 'An admin creates it in the console',
        },
        learner: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The token that `POST /api/auth/login` returns',
        },
      },
      responses: errorResponseComponents,
    },
  };
}
