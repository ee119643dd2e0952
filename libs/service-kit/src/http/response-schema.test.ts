import Fastify from 'fastify';
import { z } from 'zod';
import { responseJsonSchema } from './response-serialiser.ts';

/** The response that is sent when a handler returns `value`. */
async function sent(response: z.ZodType, value: unknown): Promise<{ status: number; body: unknown }> {
  const app = Fastify();
  app.get('/', { schema: { response: { 200: responseJsonSchema(response) } } }, async () => value);
  const answer = await app.inject('/');
  await app.close();
  return { status: answer.statusCode, body: answer.json() };
}

const user = z.object({ id: z.number(), email: z.string(), lastLogin: z.string().nullable() });
const secretUser = { id: 1, email: 'a@b.c', lastLogin: null, passwordHash: '$2b$', __v: 3 };
const publicUser = { id: 1, email: 'a@b.c', lastLogin: null };

test.each<[string, z.ZodType, unknown, unknown]>([
  ['an object', user, secretUser, publicUser],
  ['a nested object', z.object({ user }), { user: secretUser, token: 't' }, { user: publicUser }],
  ['an array', z.array(user), [secretUser, secretUser], [publicUser, publicUser]],
  [
    'objects in an array in an object',
    z.object({ data: z.array(user) }),
    { data: [secretUser] },
    { data: [publicUser] },
  ],
  ['a nullable object', z.object({ user: user.nullable() }), { user: secretUser }, { user: publicUser }],
  ['a nullable object that is null', z.object({ user: user.nullable() }), { user: null }, { user: null }],
  ['an optional object', z.object({ user: user.optional() }), { user: secretUser }, { user: publicUser }],
  ['an optional object that is absent', z.object({ user: user.optional() }), { x: 1 }, {}],
  [
    'a nullable array',
    z.object({ users: z.array(user).nullable() }),
    { users: [secretUser] },
    { users: [publicUser] },
  ],
  ['a record of objects', z.record(z.string(), user), { a: secretUser }, { a: publicUser }],
  [
    'a record of numbers',
    z.object({ n: z.record(z.string(), z.number()) }),
    { n: { a: 1, b: 2 } },
    { n: { a: 1, b: 2 } },
  ],
  [
    'a union of objects',
    z.object({ who: z.union([user, z.object({ guest: z.string() })]) }),
    { who: { guest: 'g', passwordHash: 'x' } },
    { who: { guest: 'g' } },
  ],
  [
    'a discriminated union',
    z.array(
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('user'), user }),
        z.object({ kind: z.literal('nobody') }),
      ]),
    ),
    [
      { kind: 'user', user: secretUser },
      { kind: 'nobody', secret: 1 },
    ],
    [{ kind: 'user', user: publicUser }, { kind: 'nobody' }],
  ],
  [
    'a union of an object and a text',
    z.object({ value: z.union([z.string(), user]) }),
    { value: secretUser },
    { value: publicUser },
  ],
  [
    'an intersection',
    z.intersection(user, z.object({ more: z.number() })),
    { ...secretUser, more: 1 },
    { ...publicUser, more: 1 },
  ],
  [
    'an extended object',
    user.extend({ more: z.number() }),
    { ...secretUser, more: 1 },
    { ...publicUser, more: 1 },
  ],
  [
    'an object with defaults and transforms',
    z.object({ a: z.string().default('x'), b: z.number().int().positive() }),
    { a: 'y', b: 2, c: 3 },
    { a: 'y', b: 2 },
  ],
])('%s keeps what is declared and nothing else', async (_what, schema, value, expected) => {
  expect(await sent(schema, value)).toEqual({ status: 200, body: expected });
});

test.each<[string, z.ZodType, unknown, unknown]>([
  [
    'dates as texts',
    z.object({ at: z.string() }),
    { at: '2026-01-02T03:04:05.000Z' },
    { at: '2026-01-02T03:04:05.000Z' },
  ],
  [
    'ISO dates',
    z.object({ at: z.iso.datetime() }),
    { at: '2026-01-02T03:04:05.000Z' },
    { at: '2026-01-02T03:04:05.000Z' },
  ],
  ['ISO dates that are null', z.object({ at: z.iso.datetime().nullable() }), { at: null }, { at: null }],
  ['Date objects', z.object({ at: z.string() }), { at: new Date(0) }, { at: '1970-01-01T00:00:00.000Z' }],
  [
    'Date objects, nullable',
    z.object({ at: z.string().nullable() }),
    { at: new Date(0) },
    { at: '1970-01-01T00:00:00.000Z' },
  ],
  [
    'nullable numbers',
    z.object({ a: z.number().nullable(), b: z.number().nullable() }),
    { a: 0, b: null },
    { a: 0, b: null },
  ],
  [
    'nullable booleans',
    z.object({ a: z.boolean().nullable(), b: z.boolean().nullable() }),
    { a: false, b: null },
    { a: false, b: null },
  ],
  [
    'nullable enums',
    z.object({ a: z.enum(['x', 'y']).nullable(), b: z.enum(['x']).nullable() }),
    { a: 'y', b: null },
    { a: 'y', b: null },
  ],
  ['nullable literals', z.object({ a: z.literal('x').nullable() }), { a: null }, { a: null }],
  ['Khmer text and quotes', z.object({ a: z.string() }), { a: 'ផ្សារ "\u200b\n' }, { a: 'ផ្សារ "\u200b\n' }],
  ['anything, where that is declared', z.object({ a: z.unknown() }), { a: { b: [1] } }, { a: { b: [1] } }],
  [
    'recursion',
    recursive(),
    { name: 'a', children: [{ name: 'b', children: [], x: 1 }] },
    { name: 'a', children: [{ name: 'b', children: [] }] },
  ],
])('%s', async (_what, schema, value, expected) => {
  expect(await sent(schema, value)).toEqual({ status: 200, body: expected });
});

test('a response without a declared field fails with 500, never partially', async () => {
  expect((await sent(user, { id: 1 })).status).toBe(500);
});

function recursive(): z.ZodType {
  const node = z.object({
    name: z.string(),
    get children() {
      return z.array(node);
    },
  });
  return node;
}
