import fc from 'fast-check';
import { contentManifest } from '../testing/content-manifest.ts';
import { parseManifest } from './parse-manifest.ts';

const { extensions = [] } = contentManifest;
const known = new Set([
  ...Object.keys(contentManifest),
  ...contentManifest.views.flatMap(Object.keys),
  ...extensions.flatMap(Object.keys),
]);
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
    fc.property(unknownFields, unknownFields, unknownFields, (added, addedToView, addedToExtension) => {
      const [first, ...others] = contentManifest.views;
      const views = [{ ...addedToView, ...first }, ...others];
      const [firstExtension, ...otherExtensions] = extensions;
      const { manifest, warnings } = parseManifest({
        ...added,
        ...contentManifest,
        views,
        extensions: [{ ...addedToExtension, ...firstExtension }, ...otherExtensions],
      });
      expect(manifest).toEqual(contentManifest);
      expect(warnings).toEqual(
        expect.arrayContaining([
          ...Object.keys(added).map((key) => `unknown field ${key}; it is ignored`),
          ...Object.keys(addedToView).map((key) => `Users: unknown field ${key}; it is ignored`),
          ...Object.keys(addedToExtension).map(
            (key) => `Total Purchases Complete: unknown field ${key}; it is ignored`,
          ),
        ]),
      );
      expect(warnings).toHaveLength(
        [added, addedToView, addedToExtension].flatMap((fields) => Object.keys(fields)).length,
      );
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

it('passes over extension points, icons, roles and nested fields of a newer contract, and says so', () => {
  const [purchases, premium] = extensions;
  const hologram = { point: 'hologram', id: 'games', label: 'Games', order: 1 };
  const { manifest, warnings } = parseManifest({
    ...contentManifest,
    extensions: [
      hologram,
      {
        ...purchases,
        icon: 'rocket',
        roles: ['admin', 'auditor'],
        growth: { value: 'purchasesGrowth', decimals: 2, x: 1 },
      },
      { ...premium, order: 'first' },
      'nonsense',
    ],
  });
  expect(manifest?.extensions).toEqual([{ ...purchases, icon: 'shapes', roles: ['admin'] }]);
  expect(warnings).toEqual([
    'Games: unknown extension point hologram; the extension is left out',
    'Total Purchases Complete: unknown role; it is ignored',
    'Total Purchases Complete: unknown icon; a default icon is shown',
    'Total Purchases Complete: unknown field growth.x; it is ignored',
    expect.stringMatching(/^Premium Main Lessons: order: .+; the extension is left out$/),
    expect.stringMatching(/^extensions\.3: .+; the extension is left out$/),
  ]);
});

it('passes over what the search of a newer contract may have', () => {
  const games = {
    id: 'games',
    order: 70,
    label: 'Games',
    icon: 'shapes',
    path: '/api/games',
    title: '{title}',
    view: 'games',
  } as const;
  const create = { id: 'create', order: 1, label: 'Create Game', icon: 'shapes', view: 'games' } as const;
  const { manifest, warnings } = parseManifest({
    ...contentManifest,
    searchSources: [
      { ...games, icon: 'rocket', boost: 2 },
      { ...games, label: 'Elsewhere', path: 'https://games.example/api' },
    ],
    commands: [
      { ...create, intent: 'create' },
      { ...create, label: 'Merge', intent: 'merge' },
    ],
  });
  expect(manifest?.searchSources).toEqual([games]);
  expect(manifest?.commands).toEqual([{ ...create, intent: 'create' }]);
  expect(warnings).toEqual([
    'Games: unknown icon; a default icon is shown',
    'Games: unknown field boost; it is ignored',
    expect.stringMatching(/^Elsewhere: path: .+; the search source is left out$/),
    expect.stringMatching(/^Merge: intent: .+; the command is left out$/),
  ]);
});
