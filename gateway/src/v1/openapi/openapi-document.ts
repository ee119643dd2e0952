import { authLearnerLogin, authRegister, type Endpoint } from '@khmer-learning/contracts';
import { errorResponseComponents } from './error-responses.ts';
import { operationOf } from './operation.ts';

/** The document's own version: raise it when a call changes in a way that apps notice. */
const version = '1.0.0';

const apiDescription = `Everything a learner's app needs: the published lessons of Khmer Learning, their words in English, phonemic
and Khmer, quizzes, and what a learner owns.

**Key.** Every call carries an API key in \`X-API-Key\`. An admin creates it in the console under API Settings. Keep it
out of public code: an app of your own calls from its server, a page may read with it.

**Learners.** \`POST /api/auth/login\` gives a token. Sent as \`Authorization: Bearer …\` beside the key it opens what
the learner owns, \`/api/v1/me\`, \`/api/v1/orders\` and \`/api/v1/purchases\`; \`POST /api/v1/logout\` ends it.

**Answers** are \`{"success": true, "data": …}\`, lists also carry \`total\`; failures are
\`{"success": false, "error": "…"}\`.

**Limits.** 600 calls a minute and key. \`RateLimit\` and \`RateLimit-Policy\` say how many are left
(draft-ietf-httpapi-ratelimit-headers), a refused call says with \`Retry-After\` when to come again.

**Caching.** Reads carry a strong \`ETag\`: send it back as \`If-None-Match\` and be answered with 304 while nothing has
changed.

**Pages of other origins** may read (\`GET\`); submitting answers and ordering go through your server.`;

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly [part: string]: unknown;
}

export type Operation = ReturnType<typeof operationOf>;

const tags = [
  { name: 'Learners', description: 'Accounts and tokens of the people who learn' },
  { name: 'Main lessons', description: 'The catalogue' },
  { name: 'Lessons', description: 'What a main lesson is made of' },
  { name: 'Quizzes', description: 'Questions about a lesson' },
  { name: 'Finding', description: 'Search and figures' },
  { name: 'Purchases', description: 'Paid main lessons' },
  { name: 'This description', description: 'The API as a document and as a page' },
];

function compareByPath(one: Endpoint, other: Endpoint): number {
  return one.path.localeCompare(other.path, 'en');
}

/**
 * Describes `/api/v1`, and the two calls by which a learner gets an account and a token.
 *
 * @param endpoints the contracts'; those of other parts are passed over
 */
export function createOpenApiDocument(endpoints: readonly Endpoint[]): OpenApiDocument {
  const described = [
    authRegister,
    authLearnerLogin,
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
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'Created in the console' },
        learner: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The token of `POST /api/auth/login`',
        },
      },
      responses: errorResponseComponents,
    },
  };
}
