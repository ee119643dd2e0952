#!/usr/bin/env node
// npm run create -- remote <name> | service <name>: creates a package with build, tests and deployment.
// npm run create -- kind <name>: creates a kind of item with its screen, in a service and a remote.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { generateFiles, isValidName, labelOf, templatesOf } from '../libs/create-remote/generate.mjs';
import { readContractVersion } from './api/contract-version.mjs';
import { kindEdits, kindNames } from './create/kind-edits.mjs';
import { registrationEdits } from './create/registration-edits.mjs';

// npm sets the working directory to the repository's root.
const root = process.cwd();
const usage = `npm run create -- remote <name>
npm run create -- service <name>
npm run create -- kind <name> [--service content|quizzes] [--remote content|quizzes] [--publishable]`;

/** @param {string} message */
function exitWithUsage(message) {
  console.error(`${message}\n\n${usage}`);
  process.exit(1);
}

function readArguments() {
  const options = {
    service: { type: 'string', default: 'content' },
    remote: { type: 'string', default: 'content' },
    publishable: { type: 'boolean', default: false },
  };
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    return exitWithUsage(error.message);
  }
}

const {
  positionals: [what, name = ''],
  values: { service, remote, publishable },
} = readArguments();
if (what !== 'remote' && what !== 'service' && what !== 'kind')
  exitWithUsage('Specify what to create: a remote or a service, or a kind of item.');
if (!isValidName(name))
  exitWithUsage('The name must be lower-case words separated by hyphens, such as word-games.');
if (what === 'service' && name.includes('-'))
  exitWithUsage('The name of a service must be one word, because settings are named after it.');
if (what === 'kind' && ![service, remote].every((owner) => ['content', 'quizzes'].includes(owner)))
  exitWithUsage('Kinds of items belong to content or quizzes.');

const packageFolder = what === 'remote' ? `mf-${name}` : `services/${name}`;
const created = what === 'kind' ? `libs/contracts/src/${service}/${name}.ts` : packageFolder;
if (existsSync(join(root, created))) exitWithUsage(`${created} exists already.`);
const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
if (!existsSync(biome)) exitWithUsage('Run `npm ci` first: Biome is needed to format the created files.');

/** The version of a dependency in an existing package: all packages use the same version. */
function versionOf(dependency) {
  const neighbour = what === 'remote' ? 'mf-users/package.json' : 'services/content/package.json';
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, neighbour), 'utf8'));
  return { ...dependencies, ...devDependencies }[dependency];
}

const kind = kindNames(name, { service, remote, publishable });
const folders =
  what === 'kind'
    ? {
        contract: `libs/contracts/src/${service}`,
        service: `services/${service}/src/${kind.names}`,
        remote: `mf-${remote}/src/${kind.names}`,
      }
    : { contract: `libs/contracts/src/${name}` };

/** The file of the repository for a file of the templates. */
function targetOf(file) {
  const [top, ...rest] = file.split('/');
  return Object.hasOwn(folders, top) ? [folders[top], ...rest].join('/') : `${packageFolder}/${file}`;
}

/** What every remote has, and what only one in this repository has. */
const templates = [
  ...(what === 'remote' ? ['remote', 'webpack'].map(templatesOf) : []),
  join(import.meta.dirname, 'create', what),
];
const options = {
  name,
  contract: readContractVersion(root),
  versionOf,
  pathOf: (file) => join(root, targetOf(file)),
  values: kind,
  variants: [publishable ? 'publishable' : 'plain'],
};
const writtenFiles = templates
  .flatMap((templateFolder) => generateFiles(templateFolder, options))
  .map((file) => relative(root, file));
for (const file of writtenFiles) console.log(`created  ${file}`);
const edits = what === 'kind' ? kindEdits(kind) : registrationEdits(what, name);
for (const { file, edit, from } of edits) {
  const before = readFileSync(join(root, from ?? file), 'utf8');
  const after = edit(before);
  if (after === before) exitWithUsage(`${file} has an unexpected format: add ${name} to it manually.`);
  writeFileSync(join(root, file), after);
  writtenFiles.push(file);
  console.log(`${from ? 'created ' : 'changed '} ${file}`);
}
// The sort order of imports and lists depends on the name.
spawnSync(process.execPath, [biome, 'check', '--write', ...writtenFiles], { cwd: root });

/** @type {Record<string, readonly string[]>} */
const nextSteps = {
  remote: [
    'npm install',
    `npm run dev                            shows ${labelOf(name)} in the console's sidebar`,
    `npm test -- --only @khmer-learning/mf-${name}`,
  ],
  service: [
    'npm install',
    `npm run dev                            serves /api/${name}`,
    `npm test -- --only @khmer-learning/${name}`,
  ],
  kind: [
    'npm run api-report',
    `npm run dev                            shows ${kind.labels} in the console's sidebar`,
    `npm test -- --only @khmer-learning/${service}`,
    `npm test -- --only @khmer-learning/mf-${remote}`,
  ],
};
console.log(`\n${nextSteps[what].join('\n')}\n\nSee CONTRIBUTING.md for the next steps.`);
