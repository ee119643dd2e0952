import { type Endpoint, v1OpenApi } from '@khmer-learning/contracts';
import { type EndpointExample, examples } from './examples.ts';
import { fieldsOf, type JsonSchema, jsonSchemaOf } from './json-schema.ts';
import { refusalsOf } from './refusals.ts';

/** Which heading an endpoint is found under, by the beginning of its id. */
const tagOf: Readonly<Record<string, string>> = {
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
const explanations: Readonly<Record<string, string>> = {
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
const securityOf = {
  public: [],
  apiKey: [{ apiKey: [] }, { apiKey: [], learner: [] }],
  learner: [{ apiKey: [], learner: [] }],
} as const;

/** One answer of a call; `$ref`: a refusal that is described once for all calls. */
interface Answer {
  readonly description?: string;
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>>;
}

/** One call, as OpenAPI describes it. */
export function operationOf(endpoint: Endpoint) {
  const example: EndpointExample = examples[endpoint.id] ?? { response: undefined };
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

function responsesOf(endpoint: Endpoint, example: EndpointExample): Readonly<Record<string, Answer>> {
  return {
    [endpoint.status ?? 200]: successOf(endpoint, example),
    ...(hasEntityTag(endpoint) ? { 304: { description: 'Not changed since the `ETag` that was sent' } } : {}),
    ...refusalsOf(endpoint, example.refusals),
  };
}

/** The gateway tags what it keeps, and this description. */
function hasEntityTag({ id, cacheInvalidatedBy: cachedUntil }: Endpoint): boolean {
  return cacheInvalidatedBy !== undefined || id === v1OpenApi.id;
}

function tagsOf(id: string): readonly string[] {
  return Object.entries(tagOf).flatMap(([beginning, tag]) => (id.startsWith(beginning) ? [tag] : []));
}

function securityFor({ access, id }: Endpoint) {
  if (access === 'public' || access === 'apiKey' || access === 'learner') return securityOf[access];
  throw new Error(`${id} is no call of an app`);
}

function parametersOf(
  id: string,
  schema: Endpoint['params'],
  place: 'path' | 'query',
  given: Readonly<Record<string, string | number>> = {},
) {
  return fieldsOf(schema).map(({ name, required, schema: field }) => {
    const description = explanations[`${id} ${name}`] ?? explanations[name];
    return {
      name,
      in: place,
      required: place === 'path' || required,
      ...(description ? { description } : {}),
      schema: field,
      ...(given[name] === undefined ? {} : { example: given[name] }),
    };
  });
}

const headerOf = (description: string) => ({ description, schema: { type: 'string' } });
const limitHeaders = {
  RateLimit: headerOf('What is left of the key: `"key";r=<calls>;t=<seconds>`'),
  'RateLimit-Policy': headerOf('What a key has: `"key";q=<calls>;w=<seconds>`'),
};
const entityTag = { ETag: headerOf('To be sent back as `If-None-Match`') };

function successOf(endpoint: Endpoint, example: EndpointExample) {
  const isFile = endpoint.responseType === 'binary';
  const schema = isFile ? { type: 'string' } : jsonSchemaOf(endpoint.response, 'output');
  return {
    description: 'The answer',
    headers: {
      ...(endpoint.access === 'public' ? {} : limitHeaders),
      ...(hasEntityTag(endpoint) ? entityTag : {}),
    },
    content: {
      [isFile ? 'text/html' : 'application/json']: { schema, example: example.response },
    },
  };
}
