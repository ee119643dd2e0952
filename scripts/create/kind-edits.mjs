import { placeholders } from '../../libs/create-remote/generate.mjs';
import { composeEdits, insertAfter, insertBefore } from './edit-text.mjs';

/** @param {string} word */
function pluralOf(word) {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}

/** @param {string} word */
const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);

/**
 * The names of a kind of item, as placeholders of its templates: `{{names}}` and so on are plural, `{{one}}`, `{{aOne}}` and
 * `{{many}}` are words as in a sentence.
 * @param {string} name such as `glossary-term`
 * @param {{service: string, remote: string, publishable: boolean}} options
 */
export function kindNames(name, { service, remote, publishable }) {
  const names = pluralOf(name);
  const plural = placeholders(names);
  const [one, many] = [name.replaceAll('-', ' '), names.replaceAll('-', ' ')];
  return {
    ...placeholders(name),
    ...{ service, Service: capital(service), remote, publishable },
    ...{ names, Names: plural.Name, camels: plural.camel, snakes: plural.snake, labels: plural.label },
    ...{ one, aOne: `${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one}`, One: capital(one) },
    ...{ many, Many: capital(many) },
  };
}

/** The texts of the screen. Khmer sentences are those of other kinds; the name in them is English, to be translated. */
function textsOf({ camel, camels, label, one, many, One, Many, publishable }) {
  const khmerName = `ធាតុ «${One}»`;
  /** @type {[id: string, en: string, km: string][]} */
  const texts = [
    [`itemType.${camel}`, one, khmerName],
    [`itemType.${camel}Capital`, One, khmerName],
    [`itemType.${camels}`, many, khmerName],
    [`itemType.${camels}Capital`, Many, khmerName],
    [`${camel}Form.create`, `Create ${label}`, `បង្កើត${khmerName}`],
    [`${camel}Form.edit`, `Edit ${label}`, `កែ${khmerName}`],
    [`${camel}List.empty`, `No ${many} found`, `រកមិនឃើញ${khmerName} ទេ`],
    [`${camel}List.search`, `Search ${many}`, `ស្វែងរក${khmerName}`],
    [`${camel}List.updated`, 'Updated', 'កែចុងក្រោយ'],
  ];
  const consequence = [
    `${camel}Kind.unpublishConsequence`,
    'learners no longer see it until it is published again.',
    'អ្នករៀនលែងឃើញវា រហូតដល់វាត្រូវបានផ្សាយម្ដងទៀត។',
  ];
  return publishable ? [...texts, consequence] : texts;
}

const rowsOf = (rows) => rows.map(([id, text]) => `  '${id}': '${text}',\n`).join('');

/** What the manifest says of the kind. Its labels are English, to be translated. */
function manifestEdit({ name, names, label, labels, One, publishable }) {
  const view = `    {
      id: '${names}',
      label: '${labels}',
      icon: 'shapes',
      title: '${labels}',
      action: { label: 'New ${label}' },
      roles: ['admin', 'teacher'],
      order: 80,
      placement: 'sidebar',
    },
`;
  const words = `{ point: 'activity-words', id: '${name}', order: 70, entity: '${name}', label: '${One}' },\n`;
  const drafts = `{ point: 'dashboard-drafts', id: '${name}', order: 70, form: '${name}', label: '${One}', view: '${names}' },\n`;
  return composeEdits(
    insertBefore(/ {2}\],\n {2}pages: \[/, view),
    insertAfter(/extensions: \[\n/, publishable ? words + drafts : words),
  );
}

/** Adds the kind to `kinds.ts` of its service. */
function serviceEdit({ name, names, Names, camel, camels, snakes, publishable }) {
  const imports = `import { ${camel}Feed, mount${Names} } from './${names}/${name}.kind.ts';\n`;
  const source = `entitySource('${snakes}', ${camel}Feed.event, ${camel}Feed.toState),\n    `;
  const mount = `mount${Names}(app, store);\n`;
  return composeEdits(
    insertBefore(/import \{[^}]*\} from '\.\//, imports),
    insertBefore(/\.\.\.itemSources\(/, source),
    insertBefore(/ {2}registerItemJobs\(/, publishable ? `  const ${camels} = ${mount}` : `  ${mount}`),
    ...(publishable
      ? [
          insertAfter(/^import \{\s/, `${camels} as ${camel}Contract, `),
          insertAfter(/workingCopies: \[/, `${camel}Contract, `),
          insertAfter(/registerItemJobs\(store, jobs, kinds, \[/, `${camels}.scheduled, `),
        ]
      : []),
  );
}

/**
 * Lists every file that names the kinds of items, with the edit that adds a new one.
 * @param {ReturnType<typeof kindNames>} kind
 * @returns {{file: string, from?: undefined, edit: (source: string) => string}[]}
 */
export function kindEdits(kind) {
  const { service, remote, name, names, Name, camels } = kind;
  const remoteFolder = `mf-${remote}`;
  const texts = textsOf(kind);
  const loader = `    '${names}': async () =>
      (await import(/* webpackChunkName: "${name}-list" */ './${names}/${name}-list.tsx')).${Name}List,
`;
  return [
    {
      file: 'libs/contracts/src/items.ts',
      edit: composeEdits(
        insertBefore(/import /, `import { ${camels} } from './${service}/${name}.ts';\n`),
        insertBefore(/export \*/, `export * from './${service}/${name}.ts';\n`),
        insertAfter(/itemEntities = \[/, `${camels}, `),
      ),
    },
    { file: `services/${service}/src/kinds.ts`, edit: serviceEdit(kind) },
    {
      file: `services/${service}/src/rights.test.ts`,
      edit: insertAfter(/testedThemselves: readonly string\[\] = \[/, `'${camels}', `),
    },
    { file: `${remoteFolder}/src/remote.ts`, edit: insertAfter(/views: \{\n/, loader) },
    { file: `${remoteFolder}/remote.manifest.ts`, edit: manifestEdit(kind) },
    {
      file: `${remoteFolder}/src/messages/en.ts`,
      edit: insertBefore(/\} as const;/, rowsOf(texts)),
    },
    {
      file: `${remoteFolder}/src/messages/km.ts`,
      edit: insertBefore(
        /\};\s*$/,
        `  // Translate the name «${kind.One}» in these.\n${rowsOf(texts.map(([id, , km]) => [id, km]))}`,
      ),
    },
  ];
}
