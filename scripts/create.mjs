#!/usr/bin/env node
// npm run create -- remote <name> | service <name>: creates a package with build, tests and deployment.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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
if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
  exitWithUsage('The name must be lower-case words separated by hyphens, such as word-games.');
if (kind === 'service' && name.includes('-'))
  exitWithUsage('The name of a service must be one word, because settings are named after it.');
const folder = kind === 'remote' ? `mf-${name}` : `services/${name}`;
if (existsSync(join(root, folder))) exitWithUsage(`${folder} exists already.`);
const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
if (!existsSync(biome)) exitWithUsage('Run `npm ci` first: Biome is needed to format the created files.');

const words = name.split('-');
const capital = (word) => word[0].toUpperCase() + word.slice(1);
const pascal = words.map(capital).join('');

/** The version of a dependency in an existing package: all packages use the same version. */
function versionOf(dependency) {
  const neighbour = kind === 'remote' ? 'mf-users/package.json' : 'services/content/package.json';
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, neighbour), 'utf8'));
  return { ...dependencies, ...devDependencies }[dependency];
}

function contractVersion() {
  const source = readFileSync(join(root, 'libs/console-sdk/src/manifest/contract-version.ts'), 'utf8');
  return /contractVersion: string = '([\d.]+)'/.exec(source)[1];
}

const values = {
  name,
  Name: pascal,
  camel: pascal[0].toLowerCase() + pascal.slice(1),
  snake: words.join('_'),
  label: words.map(capital).join(' '),
  contract: contractVersion(),
};

const renderTemplate = (text) =>
  text.replace(/\{\{(version:)?([^}]+)\}\}/g, (_match, version, key) =>
    version ? versionOf(key) : values[key],
  );

/** @type {string[]} */
const writtenFiles = [];

/** @param {string} from a folder of templates @param {(file: string) => string} to target path of each file */
function copyTemplates(from, to) {
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const relative = file
      .slice(from.length + 1)
      .replaceAll('__name__', name)
      .replace(/\.tmpl$/, '');
    const target = join(root, to(relative));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, renderTemplate(readFileSync(file, 'utf8')));
    writtenFiles.push(to(relative));
    console.log(`created  ${to(relative)}`);
  }
}

copyTemplates(join(import.meta.dirname, 'create', kind), (file) =>
  file.startsWith('contract/')
    ? `libs/contracts/src/${name}/${file.slice('contract/'.length)}`
    : `${folder}/${file}`,
);
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
npm run dev                            ${kind === 'remote' ? `shows ${values.label} in the console's sidebar` : `serves /api/${name}`}
npm test -- --only ${packageName}

See CONTRIBUTING.md for the next steps.`);
