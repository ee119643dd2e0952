import fc from 'fast-check';
import { requestUrlOf } from './request-url.ts';

const list = { method: 'GET', path: '/api/v1/lessons', access: 'apiKey' } as const;
const submit = { method: 'POST', path: '/api/v1/quizzes/:id/submit', access: 'apiKey' } as const;

it('keeps every value of a query, whatever its characters', () => {
  const values = fc.dictionary(
    fc.string({ unit: 'grapheme', minLength: 1 }),
    fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.boolean()),
  );
  fc.assert(
    fc.property(values, (query) => {
      const { url, body } = requestUrlOf(list, query);
      expect(body).toBeUndefined();
      const read = Object.fromEntries(new URL(url, 'https://school.example').searchParams);
      // UTF-8, and with it an address, has no half surrogate pairs.
      const expected = Object.entries(query).map(([name, value]) => [
        name,
        Buffer.from(String(value)).toString(),
      ]);
      expect(read).toEqual(Object.fromEntries(expected));
    }),
  );
});

it('keeps a parameter of the path one segment', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (id) => {
      const segments = requestUrlOf(submit, { id }).url.split('/');
      expect([segments.length, decodeURIComponent(segments[4] ?? '')]).toEqual([6, id]);
    }),
  );
});

it('leaves out what is not given, and needs every parameter of the path', () => {
  expect(requestUrlOf(list, { level: undefined, search: null }).url).toBe('/api/v1/lessons');
  expect(requestUrlOf(submit, { id: 1, answers: [] })).toEqual({
    url: '/api/v1/quizzes/1/submit',
    body: { answers: [] },
  });
  expect(() => requestUrlOf(submit, { answers: [] })).toThrow('"id"');
});
