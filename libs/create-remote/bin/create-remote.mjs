#!/usr/bin/env node
// npm create @khmer-learning/remote <name> [folder]: a remote in a repository of its own.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { bundlers, generateFiles, labelOf, problemOfName, templatesOf } from '../generate.mjs';

const usage = `npm create @khmer-learning/remote <name> [folder] [-- --bundler vite --with-service]

  name             lower-case words separated by hyphens, such as word-games
  folder           new or empty; default: mf-<name>
  --bundler        ${bundlers.join(' or ')}; default: ${bundlers[0]}
  --with-service   also a backend of its own, in service/`;

function exitWithUsage(message) {
  console.error(`${message}\n\n${usage}`);
  process.exit(1);
}

function readArguments() {
  const options = {
    bundler: { type: 'string', default: bundlers[0] },
    'with-service': { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  };
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    return exitWithUsage(error.message);
  }
}

const { values, positionals } = readArguments();
const [name = '', folder = `mf-${name}`] = positionals;
const { bundler, help, 'with-service': withService } = values;
if (help) {
  console.log(usage);
  process.exit();
}

if (!bundlers.includes(bundler)) exitWithUsage(`The bundler ${bundler} is not known.`);
const problem = problemOfName(name);
if (problem !== undefined) exitWithUsage(problem);
const target = resolve(folder);
if (existsSync(target) && readdirSync(target).some((entry) => entry !== '.git'))
  exitWithUsage(`${target} is not empty.`);

/** Written when this package is built. */
const { contract, versions } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../versions.json'), 'utf8'),
);
const options = {
  name,
  contract,
  versionOf: (dependency) => versions[dependency],
  pathOf: (file) => join(target, file),
  variants: [bundler, withService ? 'service' : 'alone'],
};
for (const set of ['remote', 'repository', bundler, ...(withService ? ['service'] : [])])
  for (const path of generateFiles(templatesOf(set), options))
    console.log(`created  ${relative(process.cwd(), path)}`);
console.log(`
cd ${relative(process.cwd(), target) || '.'}
npm install
npm start          shows ${labelOf(name)} in a console of its own: http://localhost:3000
npm test           types, tests, build, contract

See README.md for the next steps.`);
