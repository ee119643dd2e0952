import { composeEdits, insertAfter, insertBefore } from './edit-text.mjs';

/** Duplicates the first match of `pattern`, with the names in the copy replaced by `rename`. */
const duplicateMatch = (pattern, rename) => (source) => {
  const match = pattern.exec(source);
  if (!match) return source;
  const end = match.index + match[0].length;
  return source.slice(0, end) + rename(match[0]) + source.slice(end);
};

/** Matches one service block of docker-compose.yml, up to the next. */
const composeBlock = (name) => new RegExp(`\\n  ${name}:\\n(?:    .*\\n|\\n(?=    ))+`);

/** Adds a row to the table of the README, after the row of `like`. */
const readmeRow = (folder, like, what) => ({
  file: 'README.md',
  edit: insertAfter(
    new RegExp(`\\| \\[${like}\\]\\(${like}\\) .*\\n`),
    `| [${folder}](${folder}) | ${what} |\n`,
  ),
});

const registry = (name) => (source) => {
  const remotes = [...JSON.parse(source), { name, entry: `/remotes/${name}/mf-manifest.json` }];
  const lines = remotes.map((one) => `  { "name": "${one.name}", "entry": "${one.entry}" }`);
  return `[\n${lines.join(',\n')}\n]\n`;
};

function remoteEdits(name) {
  const app = `mf-${name}`;
  const variable = app.replaceAll('-', '_').toUpperCase();
  const rename = (text) => text.replaceAll('mf-users', app).replaceAll('MF_USERS', variable);
  const address = insertAfter(/content=http:\/\/mf-content:8080/, `,${name}=http://${app}:8080`);
  const key = name.includes('-') ? `'${name}'` : name;
  return [
    {
      file: 'libs/local-stack/src/stack/apps.ts',
      edit: insertAfter(/users: 'mf-users',\n/, `  ${key}: '${app}',\n`),
    },
    { file: 'deploy/registry/remotes.json', edit: registry(name) },
    {
      file: 'docker-compose.yml',
      edit: composeEdits(duplicateMatch(composeBlock('mf-users'), rename), address),
    },
    ...kubernetesEdits(app, 'mf-users'),
    { file: 'deploy/kubernetes/base/gateway.yaml', edit: address },
    releaseEdit(app, 'mf-users'),
    readmeRow(app, 'mf-commerce', `the remote with the view \`${name}\``),
  ];
}

function serviceEdits(name) {
  const rename = (text) => text.replaceAll('stats', name).replaceAll('STATS', name.toUpperCase());
  const variable = name.toUpperCase();
  const upstream = `UPSTREAM_${variable}`;
  const eventRow = `| \`events.${name}.${name}-item.<id>\` | | |\n`;
  const index = `export * from './${name}/${name}.ts';\n`;
  return [
    {
      file: 'libs/contracts/src/core/endpoint.ts',
      edit: insertBefore(/, 'gateway'\] as const|'gateway',?\n\] as const/, `, '${name}'`),
    },
    {
      file: 'libs/contracts/src/core/republication.ts',
      edit: insertAfter(/export const eventOwners = \[\n?/, `'${name}', `),
    },
    { file: 'libs/contracts/src/index.ts', edit: (source) => source + index },
    {
      file: 'libs/contracts/src/endpoints.ts',
      edit: composeEdits(
        insertBefore(/import \* as items from/, `import * as ${name} from './${name}/${name}.ts';\n`),
        insertAfter(/const modules = \[\n/, `  ${name},\n`),
      ),
    },
    {
      file: 'libs/local-stack/src/stack/apps.ts',
      edit: insertAfter(
        /folder: 'services\/stats' \},\n/,
        `  { name: '${name}', folder: 'services/${name}' },\n`,
      ),
    },
    {
      file: 'docker-compose.yml',
      edit: composeEdits(
        duplicateMatch(composeBlock('stats'), rename),
        insertAfter(/UPSTREAM_STATS: .*\n/, `      ${upstream}: http://${name}:8080\n`),
        insertAfter(
          /MONGODB_URI_STATS_FILE: .*\n/,
          `      MONGODB_URI_${variable}_FILE: /run/secrets/mongodb_uri_${name}\n`,
        ),
        insertAfter(/ {6}- mongodb_uri_stats\n/, `      - mongodb_uri_${name}\n`),
        duplicateMatch(/ {2}mongodb_uri_stats: .*\n/, rename),
        duplicateMatch(/ {2}nats_url_stats: .*\n/, rename),
      ),
    },
    ...kubernetesEdits(name, 'stats'),
    {
      file: 'deploy/kubernetes/base/gateway.yaml',
      edit: duplicateMatch(/.*UPSTREAM_STATS.*\n/, (line) =>
        line.replace('UPSTREAM_STATS', upstream).replace('stats', name),
      ),
    },
    releaseEdit(name, 'stats'),
    readmeRow(`services/${name}`, 'services/stats', `the service behind \`/api/${name}\``),
    { file: 'docs/events.md', edit: insertAfter(/\| `events\.users\.api-key\..*\n/, eventRow) },
  ];
}

function kubernetesEdits(app, like) {
  const rename = (text) => text.replaceAll(like, app);
  return [
    {
      file: `deploy/kubernetes/base/${app}.yaml`,
      from: `deploy/kubernetes/base/${like}.yaml`,
      edit: rename,
    },
    {
      file: 'deploy/kubernetes/base/kustomization.yaml',
      edit: duplicateMatch(new RegExp(`  - ${like}\\.yaml\\n`), rename),
    },
    {
      file: 'deploy/kubernetes/overlays/production/kustomization.yaml',
      edit: duplicateMatch(new RegExp(`  - \\{ name: khmer-learning/${like},.*\\n`), rename),
    },
  ];
}

function releaseEdit(app, like) {
  const workflow = (name) => `.github/workflows/release-${name}.yml`;
  return { file: workflow(app), from: workflow(like), edit: (text) => text.replaceAll(like, app) };
}

/**
 * Lists every file that names all remotes or all services, with the edit that adds a new one.
 * @param {'remote' | 'service'} kind
 * @param {string} name
 * @returns {{file: string, from?: string, edit: (source: string) => string}[]} `from`: the existing file to derive a new file from
 */
export function registrationEdits(kind, name) {
  return kind === 'remote' ? remoteEdits(name) : serviceEdits(name);
}
