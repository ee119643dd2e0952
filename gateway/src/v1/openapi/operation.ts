import { type Endpoint, v1OpenApi } from '@khmer-learning/contracts';
import { type EndpointExample, endpointExamples } from './endpoint-examples.ts';
import { errorResponsesOf } from './error-responses.ts';
import { fieldsOf, type JsonSchema, jsonSchemaOf } from './json-schema.ts';

/** Which heading an endpoint is found under, by the beginning of its id. */
const tagByIdPrefix: Readonly<Record<string, string>> = {
  'auth.': 'Learners',
  'v1.me': 'Learners',
  'v1.logout': 'Learners',
  'v1.mainLessons.': 'Main lessons',
  'v1.lessons.': 'Lessons',
  'v1.quizzes.': 'Quizzes',
  'v1.search': 'Finding',
  'v1.stats': 'Finding',
  'v1.orders.': 'Purchases',
  'v1.purchases.': 'Purchases',
  'v1.openApi': 'This description',
  'v1.docs': 'This description',
};

/** What a parameter means, of one endpoint where it means something else there. */
const parameterDescriptions: Readonly<Record<string, string>> = {
  limit: 'Most rows to answer with. Without `limit` and `offset`, lists hold every row.',
  offset: 'Rows to pass over.',
  level: 'Level, in capital or small letters.',
  type: 'Title of a lesson type.',
  'v1.search type': 'What to look at, in capital or small letters.',
  'v1.search limit': 'Most rows of each kind to answer with, 20 unless told.',
  'v1.search offset': 'Rows of each kind to pass over.',
  lessonId: 'The lesson’s number.',
  mainLessonId: 'Only those of this main lesson.',
  search: 'Words, or their beginnings, in English, phonemic or Khmer.',
  q: 'Words, or their beginnings, in English, phonemic or Khmer.',
};

/** What an app may do, in the order of what it has to send. */
const securityByAccess = {
  public: [],
  apiKey: [{ apiKey: [] }, { apiKey: [], learner: [] }],
  learner: [{ apiKey: [], learner: [] }],
} as const;

/** One answer of a call; `$ref`: a refusal that is described once for all calls. */
interface ResponseObject {
  readonly description?: string;
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>>;
}

/** One call, as OpenAPI describes it. */
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
    ...(hasEtag(endpoint) ? { 304: { description: 'Not changed since the `ETag` that was sent' } } : {}),
    ...errorResponsesOf(endpoint, example.errors),
  };
}

/** The gateway tags what it keeps, and this description. */
function hasEtag({ id, cacheInvalidatedBy }: Endpoint): boolean {
  return cacheInvalidatedBy !== undefined || id === v1OpenApi.id;
}

function tagsOf(id: string): readonly string[] {
  return Object.entries(tagByIdPrefix).flatMap(([idPrefix, tag]) => (id.startsWith(idPrefix) ? [tag] : []));
}

function securityFor({ access, id }: Endpoint) {
  if (access === 'public' || access === 'apiKey' || access === 'learner') return securityByAccess[access];
  throw new Error(`${id} is no call of an app`);
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
  RateLimit: headerOf('What is left of the key: `"key";r=<calls>;t=<seconds>`'),
  'RateLimit-Policy': headerOf('What a key has: `"key";q=<calls>;w=<seconds>`'),
};
const etagHeader = { ETag: headerOf('To be sent back as `If-None-Match`') };

function successResponseOf(endpoint: Endpoint, example: EndpointExample) {
  const isFile = endpoint.responseType === 'binary';
  const schema = isFile ? { type: 'string' } : jsonSchemaOf(endpoint.response, 'output');
  return {
    description: 'The answer',
    headers: {
      ...(endpoint.access === 'public' ? {} : rateLimitHeaders),
      ...(hasEtag(endpoint) ? etagHeader : {}),
    },
    content: {
      [isFile ? 'text/html' : 'application/json']: { schema, example: example.response },
    },
  };
}
