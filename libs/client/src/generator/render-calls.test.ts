import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints } from '@khmer-learning/contracts';
import { calls } from '../generated/calls.ts';
import { renderCalls } from './render-calls.ts';
import { typeOf } from './type-of.ts';

it('has been run since the contracts changed: npm run generate -w libs/client', async () => {
  const file = join(import.meta.dirname, '../generated/calls.ts');
  expect(await readFile(file, 'utf8')).toBe(renderCalls());
});

it('has every call of /api/v1 except the page of its documentation', () => {
  const wanted = endpoints.filter(({ path, id }) => path.startsWith('/api/v1/') && id !== 'v1.docs');
  const made = Object.values(calls).map(({ method, path }) => `${method} ${path}`);
  expect(made).toEqual(expect.arrayContaining(wanted.map(({ method, path }) => `${method} ${path}`)));
});

it('lets only calls be repeated that are harmless twice', () => {
  const repeatable = Object.entries(calls).filter(
    ([, call]) => 'repeatable' in call && call.method !== 'GET',
  );
  expect(repeatable.map(([name]) => name)).toEqual(['orders.create', 'quizzes.submit']);
  expect(calls['quizzes.submit'].idempotencyKey).toBe(true);
});

it('knows which calls sign a learner in', () => {
  const names = Object.entries(calls).flatMap(([name, call]) => ('signsIn' in call ? [name] : []));
  expect(names).toEqual(['auth.apple', 'auth.google', 'auth.login', 'auth.refreshToken']);
});

it.each([
  [{}, 'unknown'],
  [{ type: 'integer' }, 'number'],
  [{ type: ['string', 'null'] }, 'string | null'],
  [{ enum: ["it's", 2, null] }, "'it\\'s' | 2 | null"],
  [
    { type: 'array', items: { anyOf: [{ type: 'string' }, { $ref: '#/$defs/Lesson' }] } },
    'Array<string | Lesson>',
  ],
  [{ type: 'object', additionalProperties: { type: 'number' } }, 'Record<string, number>'],
  [
    { type: 'object', properties: { a: { type: 'string' }, b: { type: 'null' } }, required: ['a'] },
    '{\n  a: string;\n  b?: null | undefined;\n}',
  ],
])('makes a type of %j', (schema, type) => {
  expect(typeOf(schema)).toBe(type);
});
