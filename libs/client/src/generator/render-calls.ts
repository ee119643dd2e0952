import {
  authAppleLogin,
  authConfirmEmail,
  authForgotPassword,
  authGoogleLogin,
  authLearnerLogin,
  authRefreshToken,
  authRegister,
  authResetPassword,
  type Endpoint,
  endpoints,
  learnerUserSchema,
  privacyPolicyGet,
  reviewParametersSchema,
  signedInLearnerSchema,
  v1LessonSchema,
  v1LessonSummarySchema,
  v1MainLessonSchema,
  v1PurchaseSchema,
  v1QuizSchema,
  v1QuizSummarySchema,
  v1ReviewCardSchema,
  vocabularyItemSchema,
} from '@khmer-learning/contracts';
import { z } from 'zod';
import { type Field, fieldsOf, literalOf, objectType, typeOf } from './type-of.ts';

/** What an app calls without a key. */
const accountEndpoints: readonly Endpoint[] = [
  authRegister,
  authConfirmEmail,
  authLearnerLogin,
  authAppleLogin,
  authGoogleLogin,
  authRefreshToken,
  authForgotPassword,
  authResetPassword,
  privacyPolicyGet,
];

/** The entities that have a type of their own, by its name. */
const entities = {
  MainLesson: v1MainLessonSchema,
  LessonSummary: v1LessonSummarySchema,
  Lesson: v1LessonSchema,
  VocabularyItem: vocabularyItemSchema,
  QuizSummary: v1QuizSummarySchema,
  Quiz: v1QuizSchema,
  Purchase: v1PurchaseSchema,
  ReviewCard: v1ReviewCardSchema,
  ReviewParameters: reviewParametersSchema,
  Learner: learnerUserSchema,
  SignedInLearner: signedInLearnerSchema,
} as const;

/** The accesses as they are named to the reader of the types. */
const accessNames: Readonly<Record<string, string>> = {
  public: 'no key',
  apiKey: 'key',
  learner: 'key and learner',
};

interface Call {
  readonly name: string;
  readonly endpoint: Endpoint;
}

/** Every JSON call of `/api/v1`, and those with which a learner gets an account and tokens. */
function callsOfApps(): readonly Call[] {
  const v1 = endpoints.filter(
    ({ path, responseType }) => path.startsWith('/api/v1/') && responseType !== 'binary',
  );
  const idOf = ({ id }: Endpoint) => id.replace(/^v1\./, '');
  const ids = [...v1, ...accountEndpoints].map(idOf);
  return [...v1, ...accountEndpoints]
    .map((endpoint) => {
      const id = idOf(endpoint);
      // `me` is a call and has calls in it: the call itself is then named `me.get`.
      const isGroup = ids.some((other) => other.startsWith(`${id}.`));
      return { name: isGroup ? `${id}.get` : id, endpoint };
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** A JSON Schema in which the entities are references. */
function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _dialect, $defs: _entities, ...rest } = z.toJSONSchema(schema, { io });
  return rest;
}

/** Parameters, query and body of a call as the fields of one object. @throws when two of them have the same name */
function requestFieldsOf({ id, params, query, body }: Endpoint): readonly Field[] {
  const fields = [params, query, body].flatMap((part) =>
    part === undefined ? [] : fieldsOf(jsonSchemaOf(part, 'input'), '      '),
  );
  if (new Set(fields.map(({ name }) => name)).size < fields.length)
    throw new Error(`Two parts of the request of ${id} have a field of the same name`);
  if (query !== undefined && body !== undefined) throw new Error(`${id} has a query and a body`);
  return fields;
}

/** The names of the fields of a response, also of an entity. */
function responseNamesOf({ response }: Endpoint): readonly string[] {
  const schema = z.toJSONSchema(response, { io: 'output', metadata: z.registry() });
  return Object.keys(schema.properties ?? {});
}

/** Whether a response is the envelope around `data` alone, which the client removes. */
const isEnvelope = (endpoint: Endpoint) => responseNamesOf(endpoint).join() === 'success,data';

/** What `Page` has, and the mark of the envelope. */
const pageFields = ['success', 'data', 'total', 'totalIsEstimate', 'nextCursor'];

function responseTypeOf(endpoint: Endpoint): string {
  const schema = jsonSchemaOf(endpoint.response, 'output');
  const fields = fieldsOf(schema, '    ');
  const data = fields.find(({ name }) => name === 'data')?.type ?? '';
  if (isEnvelope(endpoint)) return data;
  if (responseNamesOf(endpoint).includes('nextCursor')) {
    const others = fields.filter(({ name }) => !pageFields.includes(name));
    const page = data.replace(/^Array/, 'Page');
    return others.length === 0 ? page : `${page} & ${objectType(others, '    ')}`;
  }
  return typeOf(schema, '    ');
}

function methodOf({ name, endpoint }: Call): string {
  const { access, method, path, summary } = endpoint;
  const fields = requestFieldsOf(endpoint);
  const optional = fields.every(({ required }) => !required) ? '?' : '';
  const request =
    fields.length === 0 ? 'request?: NoRequest' : `request${optional}: ${objectType(fields, '    ')}`;
  const shortName = name.slice(name.indexOf('.') + 1);
  return `    /** ${summary}. \`${method} ${path}\` (${accessNames[access]}) */
    ${shortName}(${request}, options?: CallOptions): Promise<${responseTypeOf(endpoint)}>;
`;
}

/** The group of a call, `lessons` for `lessons.list`; empty for a call of its own, such as `search`. */
const groupOf = ({ name }: Call) => (name.includes('.') ? name.slice(0, name.indexOf('.')) : '');

function renderInterface(calls: readonly Call[]): string {
  const groups = [...new Set(calls.map(groupOf))];
  const parts = groups.map((group) => {
    const methods = calls
      .filter((call) => groupOf(call) === group)
      .map(methodOf)
      .join('');
    return group === '' ? methods.replace(/^ {2}/gm, '') : `  readonly ${group}: {\n${methods}  };\n`;
  });
  return `export interface Calls {\n${parts.join('')}}\n`;
}

function renderTable(calls: readonly Call[]): string {
  const rows = calls.map(({ name, endpoint }) => {
    const { access, method, path, idempotent, idempotencyKey } = endpoint;
    const fields = [
      `method: ${literalOf(method)}`,
      `path: ${literalOf(path)}`,
      `access: ${literalOf(access)}`,
      ...(method === 'GET' || idempotent || idempotencyKey ? ['repeatable: true'] : []),
      ...(idempotencyKey ? ['idempotencyKey: true'] : []),
      ...(isEnvelope(endpoint) ? ['envelope: true'] : []),
      ...(responseNamesOf(endpoint).includes('refreshToken') ? ['signsIn: true'] : []),
    ];
    return `  ${literalOf(name)}: { ${fields.join(', ')} },\n`;
  });
  return `export const calls = {\n${rows.join('')}} as const satisfies Readonly<Record<string, Call>>;\n`;
}

function renderEntity([name, schema]: [string, z.ZodType]): string {
  // The entity's own schema, and references to the others.
  z.globalRegistry.remove(schema);
  const type = typeOf(jsonSchemaOf(schema, 'output'));
  z.globalRegistry.add(schema, { id: name });
  return `export interface ${name} ${type}\n`;
}

/** The source of `generated/calls.ts`: the table of the calls, and the types of their requests and responses. */
export function renderCalls(): string {
  for (const [name, schema] of Object.entries(entities)) z.globalRegistry.add(schema, { id: name });
  try {
    const calls = callsOfApps();
    return [
      "// Generated from libs/contracts by `npm run generate -w libs/client`. Do not edit.\nimport type { Call, CallOptions, NoRequest, Page } from '../call.ts';\n",
      ...Object.entries(entities).map(renderEntity),
      renderInterface(calls),
      renderTable(calls),
    ].join('\n');
  } finally {
    for (const schema of Object.values(entities)) z.globalRegistry.remove(schema);
  }
}
