import { endpoint, headerNames, type Principal } from '@khmer-learning/contracts';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { pino } from 'pino';
import { z } from 'zod';
import { baseConfigSchema, loadConfig, localInternalPrivateKey } from '../config/config.ts';
import { ApiError, notFound, staleVersion } from '../errors/api-error.ts';
import { createApp } from './create-app.ts';
import { signInternalToken } from './internal-token.ts';
import { type Handler, mountEndpoint, parseEventReference, parseIfMatch } from './mount-endpoint.ts';

const config = loadConfig(baseConfigSchema.omit({ MONGODB_URI: true, MONGODB_TIMEOUT_MS: true }), {
  LOCAL_DEFAULTS: 'true',
});
const session = { kind: 'session', userId: 3, sessionId: 's', sessionExpiresAt: 2_000_000_000 } as const;
const admin: Principal = { ...session, role: 'admin' };
const teacher: Principal = { ...session, role: 'teacher' };
const student: Principal = { ...session, role: 'student' };
const external: Principal = { kind: 'apiKey', apiKeyId: 1 };
const learner: Principal = { kind: 'apiKey', apiKeyId: 1, learner: { userId: 9, email: 'l@e.k' } };
const nobody: Principal = { kind: 'public' };
const gateway: Principal = { kind: 'gateway' };

const createThing = endpoint({
  id: 'things.create',
  service: 'content',
  method: 'POST',
  path: '/api/things/:id',
  aliases: ['/api/thing/:id'],
  access: 'session',
  summary: 'Create a thing',
  params: z.object({ id: z.coerce.number('Invalid id').int('Invalid id').positive('Invalid id') }),
  query: z.object({ filter: z.string('filter must be text').optional() }),
  body: z.object({
    title: z.string('Title is required').min(1, 'Title is required'),
    sections: z.array(z.object({ title: z.string('Section title is required') })).default([]),
    open: z.boolean().optional(),
    status: z.enum(['active', 'draft']).optional(),
    marks: z
      .array(z.object({ by: z.number().int().positive(), note: z.string().min(1).max(3) }))
      .max(1)
      .optional(),
  }),
  response: z.object({ echo: z.unknown() }),
  status: 201,
});
const readV1 = endpoint({
  id: 'v1.read',
  service: 'content',
  method: 'GET',
  path: '/api/v1/things',
  access: 'apiKey',
  summary: 'Read things',
  query: z.object({ limit: z.coerce.number('limit must be a number').optional() }),
  response: z.object({ success: z.literal(true), data: z.array(z.number()) }),
  envelope: 'v1',
});

let app: FastifyInstance;

function serve(
  handler: Handler<typeof createThing> = ({ params, query, body }) => ({ echo: { params, query, body } }),
) {
  app = createApp({ name: 'content', logger: pino({ level: 'silent' }), config });
  mountEndpoint(app, createThing, handler);
  mountEndpoint(app, readV1, () => ({ success: true as const, data: [1] }));
}

beforeEach(() => serve());
afterEach(() => app.close());

function call(principal: Principal | undefined, options: InjectOptions = {}) {
  const token =
    principal &&
    signInternalToken(localInternalPrivateKey, { audience: 'content', requestId: 'request-1', principal });
  return app.inject({
    method: 'POST',
    url: '/api/things/5',
    ...(options.method === 'GET' ? {} : { payload: { title: 'a' } }),
    ...options,
    headers: { ...(token ? { [headerNames.internalToken]: token } : {}), ...options.headers },
  });
}

test.each([
  [{ title: 'a\uD83D' }, 'title'],
  [{ title: '\uDE00' }, 'title'],
  [{ title: 'a', sections: [{ title: 'b' }, { title: '\uDE00\uD83D' }] }, 'sections.1.title'],
])('half of a character is refused: %j', async (payload, path) => {
  const message = 'This text has half of a character. Type it again';
  const answer = await call(admin, { payload });
  expect([answer.statusCode, answer.json()]).toMatchObject([400, { message, issues: [{ path, message }] }]);
});

test.each(['\u0000', 'a\u0007b', '\u001B[31ma', '\u007F\u0085a'])(
  'a control character is refused: %j',
  async (text) => {
    const message = 'This text has a control character. Type it again';
    const payload = { title: 'a', sections: [{ title: `b${text}` }] };
    const answer = await call(admin, { payload });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { message, issues: [{ path: 'sections.0.title', message }] },
    ]);
  },
);

test('tabs and line ends are no control characters', async () => {
  expect((await call(admin, { payload: { title: 'a\tb\r\nc' } })).statusCode).toBe(201);
});

test('JSON that is sent as a form is refused, also where a service receives files', async () => {
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
  const answer = await call(admin, { headers: { 'content-type': 'multipart/form-data; boundary=x' } });
  expect(answer.statusCode).toBe(415);
});

test('whole characters, and fields that the contract does not have, are no error', async () => {
  const answer = await call(admin, { payload: { title: 'a😋', other: '\uD83D' } });
  expect(answer.json()).toMatchObject({ echo: { body: { title: 'a😋' } } });
});

test('the handler gets parsed input, and its response has the declared status', async () => {
  const answer = await call(admin, {
    url: '/api/things/5?filter=x&other=1',
    payload: { title: 'a', sections: [{ title: 'b' }] },
  });
  expect(answer.statusCode).toBe(201);
  expect(answer.json()).toEqual({
    echo: { params: { id: 5 }, query: { filter: 'x' }, body: { title: 'a', sections: [{ title: 'b' }] } },
  });
});

test('undeclared response fields are never sent', async () => {
  mountEndpoint(
    app,
    endpoint({
      ...createThing,
      path: '/api/users',
      aliases: [],
      params: z.object({}),
      response: z.object({ users: z.array(z.object({ id: z.number() })) }),
    }),
    () => {
      const stored = { users: [{ id: 1, passwordHash: '$2b$12$' }], _internal: true };
      return stored;
    },
  );
  const answer = await call(admin, { url: '/api/users' });
  expect(answer.body).toBe('{"users":[{"id":1}]}');
});

describe('a raw body', () => {
  const signed = endpoint({
    id: 'things.signed',
    service: 'content',
    method: 'POST',
    path: '/api/signed',
    access: 'public',
    summary: 'Take bytes',
    bodyType: 'raw',
    response: z.object({ hex: z.string() }),
  });
  beforeEach(() => mountEndpoint(app, signed, ({ body }) => ({ hex: body.toString('hex') })));

  const send = (payload: Buffer, type = 'application/json') =>
    call(nobody, {
      url: '/api/signed',
      payload,
      headers: { 'content-type': type },
    });

  test.each(['application/json', 'application/json; charset=utf-8', 'text/plain', 'application/x-odd'])(
    'reaches the handler byte for byte, as %s',
    async (type) => {
      const bytes = Buffer.from('{ "a":1,\r\n"b": "\u00e9\ufeff" } \0\xff', 'latin1');
      const answer = await send(bytes, type);
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toEqual({ hex: bytes.toString('hex') });
    },
  );

  test('may be empty, and is at most 1 MiB', async () => {
    expect((await call(nobody, { url: '/api/signed', payload: '' })).json()).toEqual({ hex: '' });
    expect((await send(Buffer.alloc(1024 ** 2))).statusCode).toBe(200);
    expect((await send(Buffer.alloc(1024 ** 2 + 1))).statusCode).toBe(413);
  });

  test('leaves the bodies of other calls as they were', async () => {
    expect((await call(admin)).statusCode).toBe(201);
    expect(
      (await call(admin, { payload: '{', headers: { 'content-type': 'application/json' } })).statusCode,
    ).toBe(400);
  });
});

test('an alias is the same call', async () => {
  expect((await call(admin, { url: '/api/thing/5' })).statusCode).toBe(201);
});

test('unknown fields of a body are dropped, also inside', async () => {
  const payload = {
    title: 'a',
    role: 'admin',
    id: 9,
    version: 7,
    sections: [{ title: 'b', evil: 1 }],
    constructor: 1,
  };
  const answer = await call(admin, { payload });
  expect(answer.json().echo.body).toEqual({ title: 'a', sections: [{ title: 'b' }] });
});

test('the handler gets the caller, the request id and the If-Match version', async () => {
  const seen: unknown[] = [];
  serve(({ principal, actor, requestId, ifMatch }) => {
    seen.push({ principal, actor, requestId, ifMatch });
    return { echo: null };
  });
  await call(teacher, { headers: { 'if-match': '"12"' } });
  expect(seen).toEqual([
    { principal: teacher, actor: { id: 3, role: 'teacher' }, requestId: 'request-1', ifMatch: 12 },
  ]);
});

test('X-Event is the first event of the unit of work', async () => {
  const event = {
    id: 'e',
    service: 'content',
    entity: 'main-lesson',
    entityId: '42',
    version: 7,
    type: 'changed',
    state: {},
    occurredAt: '',
    actor: null,
    requestId: null,
  } as const;
  serve(({ onCommitted }) => {
    onCommitted([event, { ...event, entityId: '43' }]);
    return { echo: null };
  });
  const answer = await call(admin);
  expect(answer.headers['x-event']).toBe('main-lesson.42@7');
  expect(parseEventReference('main-lesson.42@7')).toEqual({ entity: 'main-lesson', id: '42', version: 7 });
});

test.each([
  '',
  'lesson',
  'lesson.1',
  'lesson.1@',
  'lesson.1@x',
  'lesson.$gt@1',
  '../x.1@1',
  'lesson.1@1@2',
  undefined,
])('no event reference: %s', (text) => expect(parseEventReference(text)).toBeUndefined());

describe('who may call', () => {
  const table = {
    public: {
      admin: 200,
      teacher: 200,
      student: 200,
      external: 200,
      learner: 200,
      nobody: 200,
      gateway: 200,
      none: 401,
    },
    session: {
      admin: 200,
      teacher: 200,
      student: 403,
      external: 401,
      learner: 401,
      nobody: 401,
      gateway: 401,
      none: 401,
    },
    admin: {
      admin: 200,
      teacher: 403,
      student: 403,
      external: 401,
      learner: 401,
      nobody: 401,
      gateway: 401,
      none: 401,
    },
    apiKey: {
      admin: 401,
      teacher: 401,
      student: 401,
      external: 200,
      learner: 200,
      nobody: 401,
      gateway: 401,
      none: 401,
    },
    learner: {
      admin: 401,
      teacher: 401,
      student: 401,
      external: 401,
      learner: 200,
      nobody: 401,
      gateway: 401,
      none: 401,
    },
    internal: {
      admin: 403,
      teacher: 403,
      student: 403,
      external: 403,
      learner: 403,
      nobody: 403,
      gateway: 200,
      none: 401,
    },
  } as const;
  const principals = { admin, teacher, student, external, learner, nobody, gateway, none: undefined };
  const cases = Object.entries(table).flatMap(([access, row]) =>
    Object.entries(row).map(([who, status]) => [access, who, status] as const),
  );
  test.each(cases)('%s endpoint, %s: %i', async (access, who, status) => {
    const path = `/access/${access}`;
    mountEndpoint(
      app,
      endpoint({
        id: access,
        service: 'content',
        method: 'GET',
        path,
        access: access as keyof typeof table,
        summary: '',
        response: z.object({}),
      }),
      () => ({}),
    );
    const answer = await call(principals[who as keyof typeof principals], { method: 'GET', url: path });
    expect(answer.statusCode).toBe(status);
  });

  test('a token in the wrong place, or of another service, is ignored', async () => {
    const other = signInternalToken(localInternalPrivateKey, {
      audience: 'users',
      requestId: 'r',
      principal: admin,
    });
    expect((await call(undefined, { headers: { [headerNames.internalToken]: other } })).statusCode).toBe(401);
    const right = signInternalToken(localInternalPrivateKey, {
      audience: 'content',
      requestId: 'r',
      principal: admin,
    });
    expect((await call(undefined, { headers: { authorization: `Bearer ${right}` } })).statusCode).toBe(401);
    expect(
      (await call(undefined, { headers: { 'x-user-id': '1', 'x-user-role': 'admin' } })).statusCode,
    ).toBe(401);
  });

  test('access is checked before anything of the request is read', async () => {
    const answer = await call(student, { payload: { title: 1 }, url: '/api/things/abc' });
    expect(answer.statusCode).toBe(403);
  });
});

test('a request id is accepted only from the internal token', async () => {
  const bare = await call(undefined, { headers: { 'x-request-id': 'made-up', 'request-id': 'made-up' } });
  expect(bare.json().requestId).toMatch(/^[0-9a-f-]{36}$/);
  expect((await call(student)).json().requestId).toBe('request-1');
});

describe('error responses', () => {
  test.each<[string, InjectOptions, number, object]>([
    [
      'the first issue is the message, all are listed with their path',
      { payload: { sections: [{ title: 'ok' }, {}] } },
      400,
      {
        message: 'Title is required',
        code: 'validation',
        issues: [
          { path: 'title', message: 'Title is required' },
          { path: 'sections.1.title', message: 'Section title is required' },
        ],
      },
    ],
    [
      'a query operator in the place of a text',
      { payload: { title: { $gt: '' } } },
      400,
      { message: 'Title is required', code: 'validation' },
    ],
    [
      'a bad parameter',
      { url: '/api/things/0' },
      400,
      { message: 'Invalid id', issues: [{ path: 'id', message: 'Invalid id' }] },
    ],
    [
      'an array in the query',
      { url: '/api/things/1?filter=a&filter=b' },
      400,
      { message: 'filter must be text' },
    ],
    ['an operator in the query', { url: '/api/things/1?filter[$ne]=a' }, 201, {}],
    ['an empty body', { payload: {} }, 400, { message: 'Title is required' }],
    [
      'a body that is no object',
      { payload: '"text"', headers: { 'content-type': 'application/json' } },
      400,
      { message: 'The request must be an object', code: 'validation' },
    ],
    [
      'the name of a field of the wrong type, where its contract has no words of its own',
      { payload: { title: 'a', open: 'yes' } },
      400,
      {
        message: 'open must be true or false',
        issues: [{ path: 'open', message: 'open must be true or false' }],
      },
    ],
    [
      'what else there is to choose from',
      { payload: { title: 'a', status: 'published' } },
      400,
      { message: 'status must be one of: active, draft' },
    ],
    [
      'which one of many is wrong, and how',
      { payload: { title: 'a', marks: [{ by: 0, note: '' }] } },
      400,
      {
        issues: [
          { path: 'marks.0.by', message: 'marks.0.by must be more than 0' },
          { path: 'marks.0.note', message: 'marks.0.note must not be empty' },
        ],
      },
    ],
    [
      'what is missing in one of many',
      { payload: { title: 'a', marks: [{ by: '1' }] } },
      400,
      {
        issues: [
          { path: 'marks.0.by', message: 'marks.0.by must be a number' },
          { path: 'marks.0.note', message: 'marks.0.note is required' },
        ],
      },
    ],
    [
      'how many there may be',
      { payload: { title: 'a', marks: [{}, {}] } },
      400,
      { message: 'marks must have at most 1 items' },
    ],
    [
      'how long a text may be',
      { payload: { title: 'a', marks: [{ by: 1.5, note: 'long' }] } },
      400,
      {
        issues: [
          { path: 'marks.0.by', message: 'marks.0.by must be a whole number' },
          { path: 'marks.0.note', message: 'marks.0.note must have at most 3 characters' },
        ],
      },
    ],
    [
      'a body that is not JSON',
      { payload: '{"title": ', headers: { 'content-type': 'application/json' } },
      400,
      { message: 'The request body is not valid JSON', code: 'validation' },
    ],
    [
      'a poisoned prototype',
      {
        payload: '{"title": "a", "__proto__": {"role": "admin"}}',
        headers: { 'content-type': 'application/json' },
      },
      400,
      { code: 'validation' },
    ],
    [
      'a body larger than 1 MiB',
      { payload: { title: 'x'.repeat(1024 * 1024) } },
      413,
      { message: 'The request is too large', code: 'too_large' },
    ],
    [
      'a body that is no JSON by its own word',
      { payload: 'title=a', headers: { 'content-type': 'text/plain' } },
      415,
      { message: 'Unsupported media type', code: 'unsupported_media_type' },
    ],
    [
      'a form',
      { payload: 'title=a', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      415,
      {},
    ],
    ['a version that is none', { headers: { 'if-match': 'yesterday' } }, 400, { code: 'validation' }],
    ['a path that does not exist', { url: '/api/nothing' }, 404, { message: 'Not found', code: 'not_found' }],
    [
      'an address that cannot be decoded',
      { url: '/api/things/%zz' },
      404,
      { message: 'Not found', code: 'not_found' },
    ],
    ['an address that is too long', { url: `/api/things/${'9'.repeat(500)}` }, 404, { message: 'Not found' }],
    ['a method that does not exist', { method: 'DELETE' }, 404, { code: 'not_found' }],
  ])('%s', async (_what, options, status, body) => {
    const answer = await call(admin, options);
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject(body);
    if (status >= 400) expect(answer.json().requestId).toBe('request-1');
  });

  const failing = (error: unknown) =>
    serve(() => {
      throw error;
    });

  test.each<[string, unknown, number, object]>([
    ['not found', notFound('Lesson'), 404, { message: 'Lesson not found', code: 'not_found' }],
    ['stale', staleVersion('lesson'), 409, { message: 'This lesson was changed by someone else' }],
    [
      'a code of its own',
      new ApiError(422, 'Too much', { code: 'over_refund' }),
      422,
      { code: 'over_refund' },
    ],
    [
      'a unique index',
      Object.assign(new Error('E11000 db.users'), { code: 11_000 }),
      409,
      { message: 'This already exists' },
    ],
    [
      'anything unforeseen',
      new TypeError('secret detail at 10.0.0.7'),
      500,
      { message: 'Something went wrong', code: 'internal' },
    ],
    ['something that is no error', 'text', 500, { message: 'Something went wrong' }],
  ])('%s', async (_what, error, status, body) => {
    failing(error);
    const answer = await call(admin);
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject(body);
    expect(answer.body).not.toMatch(/secret|10\.0\.0\.7|E11000|\bat \b|stack/);
    expect(Object.keys(answer.json()).sort()).toEqual(
      expect.arrayContaining(['code', 'message', 'requestId']),
    );
  });

  test('Retry-After', async () => {
    failing(new ApiError(429, 'Too many requests', { retryAfter: 1.2 }));
    expect((await call(admin)).headers['retry-after']).toBe('2');
  });
});

describe('/api/v1 fails in its envelope', () => {
  test.each<[string, Principal | undefined, string, number, string, string]>([
    ['no key', nobody, '/api/v1/things', 401, 'Invalid or missing API key', 'unauthenticated'],
    ['bad input', external, '/api/v1/things?limit=x', 400, 'limit must be a number', 'validation'],
    ['unknown path', external, '/api/v1/nothing', 404, 'Not found', 'not_found'],
  ])('%s', async (_what, principal, url, status, error, code) => {
    const answer = await call(principal, { method: 'GET', url });
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toEqual({ success: false, error, message: error, code });
  });

  test('and answers in it', async () => {
    const answer = await call(external, { method: 'GET', url: '/api/v1/things' });
    expect(answer.json()).toEqual({ success: true, data: [1] });
  });
});

test('logs carry the request id and no secret', async () => {
  const lines: string[] = [];
  const { createLogger } = await import('../logging/logger.ts');
  const logger = createLogger({
    service: 'content',
    level: 'debug',
    destination: { write: (line) => void lines.push(line) },
  });
  await app.close();
  app = createApp({ name: 'content', logger, config });
  mountEndpoint(app, createThing, () => {
    throw new Error('boom');
  });
  await call(admin, {
    url: '/api/things/5?filter=hunter2',
    payload: { title: 'hunter2' },
    headers: { cookie: 'session=hunter2', authorization: 'Bearer hunter2', 'x-api-key': 'hunter2' },
  });
  expect(lines.length).toBeGreaterThanOrEqual(2);
  for (const line of lines) {
    expect(JSON.parse(line)).toMatchObject({ requestId: 'request-1', service: 'content' });
    expect(line).not.toContain('hunter2');
  }
});

test.each([
  ['"3"', 3],
  ['W/"3"', 3],
  ['3', 3],
  [' "12" ', 12],
  ['*', undefined],
  ['', undefined],
  [undefined, undefined],
])('If-Match %s is version %s', (header, version) => expect(parseIfMatch(header)).toBe(version));

test.each(['"x"', '"-1"', '"1.5"', '"1", "2"', '"99999999999999999999"', '{"$gt":0}'])(
  'If-Match %s is refused',
  (header) => expect(() => parseIfMatch(header)).toThrow(expect.objectContaining({ status: 400 })),
);
