#!/usr/bin/env node
// npm run create -- remote <name> | service <name>: creates a package with build, tests and deployment.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { generateFiles, isValidName, labelOf, remoteTemplates } from '../libs/create-remote/generate.mjs';
import { readContractVersion } from './api/contract-version.mjs';
import { registrationEdits } from './create/registration-edits.mjs';

// npm sets the working directory to the repository's root.
const root = process.cwd();
const [kind, name = ''] = process.argv.slice(2);

/** @param {string} message */
function exitWithUsage(message) {
  console.error(`${message}\n\nnpm run create -- remote <name>\nnpm run create -- service <name>`);
  process.exit(1);
}

if (kind !== 'remote' && kind !== 'service') exitWithUsage('Specify what to create: a remote or a service.');
if (!isValidName(name))
  exitWithUsage('The name must be lower-case words separated by hyphens, such as word-games.');
if (kind === 'service' && name.includes('-'))
  exitWithUsage('The name of a service must be one word, because settings are named after it.');
const folder = kind === 'remote' ? `mf-${name}` : `services/${name}`;
if (existsSync(join(root, folder))) exitWithUsage(`${folder} exists already.`);
const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
if (!existsSync(biome)) exitWithUsage('Run `npm ci` first: Biome is needed to format the created files.');

/** The version of a dependency in an existing package: all packages use the same version. */
function versionOf(dependency) {
  const neighbour = kind === 'remote' ? 'mf-users/package.json' : 'services/content/package.json';
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, neighbour), 'utf8'));
  return { ...dependencies, ...devDependencies }[dependency];
}

/** The file of the repository for a file of the templates. */
const targetOf = (file) =>
  file.startsWith('contract/')
    ? `libs/contracts/src/${name}/${file.slice('contract/'.length)}`
    : `${folder}/${file}`;

/** What every remote has, and what only one in this repository has. */
const templates = [
  ...(kind === 'remote' ? [remoteTemplates] : []),
  join(import.meta.dirname, 'create', kind),
];
const options = {
  name,
  contract: readContractVersion(root),
  versionOf,
  pathOf: (file) => join(root, targetOf(file)),
};
const writtenFiles = templates
  .flatMap((templateFolder) => generateFiles(templateFolder, options))
  .map((file) => relative(root, file));
for (const file of writtenFiles) console.log(`created  ${file}`);
for (const { file, edit, from } of registrationEdits(kind, name)) {
  const before = readFileSync(join(root, from ?? file), 'utf8');
  const after = edit(before);
  if (after === before) exitWithUsage(`${file} has an unexpected format: add ${name} to it manually.`);
  writeFileSync(join(root, file), after);
  writtenFiles.push(file);
  console.log(`${from ? 'created ' : 'changed '} ${file}`);
}
// The sort order of imports and lists depends on the package's name.
spawnSync(process.execPath, [biome, 'check', '--write', ...writtenFiles], { cwd: root });
const packageName = `@khmer-learning/${kind === 'remote' ? folder : name}`;
console.log(`
npm install
npm run dev                            ${kind === 'remote' ? `shows ${labelOf(name)} in the console's sidebar` : `serves /api/${name}`}
npm test -- --only ${packageName}

See CONTRIBUTING.md for the next steps.`);
