import fc from 'fast-check';
import { contentManifest } from '../testing/content-manifest.ts';
import { parseManifest } from './parse-manifest.ts';

const known = new Set([...Object.keys(contentManifest), ...contentManifest.views.flatMap(Object.keys)]);
const unknownFields = fc.dictionary(
  fc.string().filter((key) => key !== '__proto__' && !known.has(key)),
  fc.jsonValue(),
);

it('never throws, and says why a manifest cannot be used', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.jsonValue(), fc.record({ name: fc.jsonValue(), views: fc.jsonValue() })),
      (value) => {
        const { manifest, problem } = parseManifest(value);
        expect(problem === undefined).toBe(manifest !== null);
      },
    ),
  );
});

it('reads the same manifest whatever fields are added to it, and names each of them', () => {
  fc.assert(
    fc.property(unknownFields, unknownFields, (added, addedToView) => {
      const [first, ...others] = contentManifest.views;
      const views = [{ ...addedToView, ...first }, ...others];
      const { manifest, warnings } = parseManifest({ ...added, ...contentManifest, views });
      expect(manifest).toEqual(contentManifest);
      expect(warnings).toEqual(
        expect.arrayContaining([
          ...Object.keys(added).map((key) => `unknown field ${key}; it is ignored`),
          ...Object.keys(addedToView).map((key) => `Users: unknown field ${key}; it is ignored`),
        ]),
      );
      expect(warnings).toHaveLength(Object.keys(added).length + Object.keys(addedToView).length);
    }),
  );
});

it('reads any name, version and contract, even if nothing else is readable', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom('label', 'build', 'pages'), fc.jsonValue()), (rest) => {
      const head = { name: 'content', version: '3.0.0', contract: '^9.0.0' };
      expect(parseManifest({ ...rest, ...head, views: { main: [] } }).manifest).toMatchObject(head);
    }),
  );
});
