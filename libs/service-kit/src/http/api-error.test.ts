import { parseIfMatch } from './api-error.ts';

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
