import { type Endpoint, v1OpenApi, v1PacksGet } from '@khmer-learning/contracts';
import { type EndpointExample, endpointExamples } from './endpoint-examples.ts';
import { errorResponsesOf } from './error-responses.ts';
import { fieldsOf, type JsonSchema, jsonSchemaOf } from './json-schema.ts';

/** The tag of an endpoint, by the prefix of its id. */
const tagByIdPrefix: Readonly<Record<string, string>> = {
  'auth.': 'Learners',
  'v1.me': 'Learners',
  'v1.logout': 'Learners',
  'v1.progress.': 'Learners',
  'v1.reviews.': 'Learners',
  'v1.mainLessons.': 'Main lessons',
  'v1.packs.': 'Main lessons',
  'v1.lessons.': 'Lessons',
  'v1.quizzes.': 'Quizzes',
  'v1.search': 'Search and statistics',
  'v1.stats': 'Search and statistics',
  'v1.orders.': 'Purchases',
  'v1.purchases.': 'Purchases',
  'v1.subscriptions.': 'Purchases',
  'v1.openApi': 'API reference',
  'v1.docs': 'API reference',
};

/** Descriptions of parameters, by name, or by endpoint id and name where the meaning differs. */
const parameterDescriptions: Readonly<Record<string, string>> = {
  limit: 'Maximum number of rows to return. Default: 100; 15 with an `offset`.',
  offset: 'Number of rows to skip.',
  cursor: 'The `nextCursor` of the page before. The last page has none.',
  since: 'The `version` of an earlier answer: only what has changed after it. Default: 0, everything.',
  level: 'Level, case-insensitive.',
  type: 'Title of a lesson type.',
  'v1.search type': 'Kind of content to search, case-insensitive.',
  'v1.search limit': 'Maximum number of rows of each kind to return. Default: 20.',
  'v1.search offset': 'Number of rows of each kind to skip.',
  lessonId: 'ID of the lesson.',
  locked: '`403`: a locked lesson is answered with 403 and the code `locked`, not without sections.',
  mainLessonId: 'Return only the lessons of this main lesson.',
  'v1.packs.get mainLessonId': 'ID of the main lesson.',
  'v1.packs.get since': 'The `version` of an earlier response. Without it, the response has everything.',
  'v1.reviews.due limit': 'Maximum number of cards to return. Default: 50.',
  before: 'Cards that are due until then, in ISO 8601 with a time zone. Default: now.',
  search: 'Words or word prefixes, in English, phonemic or Khmer script.',
  q: 'Words or word prefixes, in English, phonemic or Khmer script.',
};

const idempotencyKeyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A new random value for each submission, such as a UUID. A repetition with the same key and body within 24 hours gets the same answer and counts once.',
  schema: { type: 'string', minLength: 1, maxLength: 255 } as JsonSchema,
  example: '"8e03978e-40d5-43dd-bc93-6894a57f9324"',
};

/** The security requirements by the endpoint's access. */
const securityByAccess = {
  public: [],
  apiKey: [{ apiKey: [] }, { apiKey: [], learner: [] }],
  learner: [{ apiKey: [], learner: [] }],
} as const;

/** One response of an endpoint. `$ref` refers to a common error in `components.responses`. */
interface ResponseObject {
  readonly description?: string;
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>>;
}

/** The OpenAPI operation object of an endpoint. @throws for an endpoint that is not part of the public API */
export function operationOf(endpoint: Endpoint) {
  const example: EndpointExample = endpointExamples[endpoint.id] ?? { response: undefined };
  return {
    operationId: endpoint.id,
    tags: tagsOf(endpoint.id),
    summary: endpoint.summary,
    security: securityFor(endpoint),
    parameters: [
      ...parametersOf(endpoint.id, endpoint.params, 'path', example.params),
      ...parametersOf(endpoint.id, endpoint.query, 'query', example.query),
      ...(endpoint.idempotencyKey ? [idempotencyKeyParameter] : []),
    ],
    ...(endpoint.body
      ? {
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: jsonSchemaOf(endpoint.body, 'input'), example: example.body },
            },
          },
        }
      : {}),
    responses: responsesOf(endpoint, example),
  };
}

function responsesOf(endpoint: Endpoint, example: EndpointExample): Readonly<Record<string, ResponseObject>> {
  return {
    [endpoint.status ?? 200]: successResponseOf(endpoint, example),
    ...(hasEtag(endpoint)
      ? { 304: { description: 'Not modified since the `ETag` in `If-None-Match`' } }
      : {}),
    ...errorResponsesOf(endpoint, example),
  };
}

/** Cached responses, offline packs and the OpenAPI document have an ETag. */
function hasEtag({ id, cacheInvalidatedBy }: Endpoint): boolean {
  return cacheInvalidatedBy !== undefined || id === v1OpenApi.id || id === v1PacksGet.id;
}

function tagsOf(id: string): readonly string[] {
  return Object.entries(tagByIdPrefix).flatMap(([idPrefix, tag]) => (id.startsWith(idPrefix) ? [tag] : []));
}

function securityFor({ access, id }: Endpoint) {
  if (access === 'public' || access === 'apiKey' || access === 'learner') return securityByAccess[access];
  throw new Error(`${id} is not part of the public API`);
}

function parametersOf(
  id: string,
  schema: Endpoint['params'],
  parameterIn: 'path' | 'query',
  exampleValues: Readonly<Record<string, string | number>> = {},
) {
  return fieldsOf(schema).map(({ name, required, schema: field }) => {
    const description = parameterDescriptions[`${id} ${name}`] ?? parameterDescriptions[name];
    return {
      name,
      in: parameterIn,
      required: parameterIn === 'path' || required,
      ...(description ? { description } : {}),
      schema: field,
      ...(exampleValues[name] === undefined ? {} : { example: exampleValues[name] }),
    };
  });
}

const headerOf = (description: string) => ({ description, schema: { type: 'string' } });
const rateLimitHeaders = {
  RateLimit: headerOf(
    'What is left of the quota of the API key and of the learner or client address: `"key";r=<calls>;t=<seconds until reset>, "learner";r=…;t=…`',
  ),
  'RateLimit-Policy': headerOf(
    'Both quotas: `"key";q=<calls>;w=<window in seconds>, "learner";q=…;w=…`, or `"address"` without a token',
  ),
};
const etagHeader = { ETag: headerOf('Send it back as `If-None-Match`') };

function successResponseOf(endpoint: Endpoint, example: EndpointExample) {
  const isFile = endpoint.responseType === 'binary';
  const schema = isFile ? { type: 'string' } : jsonSchemaOf(endpoint.response, 'output');
  return {
    description: 'Successful response',
    headers: {
      ...(endpoint.access === 'public' ? {} : rateLimitHeaders),
      ...(hasEtag(endpoint) ? etagHeader : {}),
    },
    content: {
      [isFile ? 'text/html' : 'application/json']: { schema, example: example.response },
    },
  };
}
