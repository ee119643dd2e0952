#!/usr/bin/env node
// npm create @khmer-learning/remote <name> [folder]: a remote in a repository of its own.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { generateFiles, labelOf, problemOfName, remoteTemplates } from '../generate.mjs';

const [name = '', folder = `mf-${name}`] = process.argv.slice(2);

const usage = `npm create @khmer-learning/remote <name> [folder]

  name     lower-case words separated by hyphens, such as word-games
  folder   new or empty; default: mf-<name>`;

function exitWithUsage(message) {
  console.error(`${message}\n\n${usage}`);
  process.exit(1);
}

if (/^(-h|--help)$/.test(name)) {
  console.log(usage);
  process.exit();
}

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
};
for (const templates of [remoteTemplates, join(import.meta.dirname, '../templates/repository')])
  for (const path of generateFiles(templates, options))
    console.log(`created  ${relative(process.cwd(), path)}`);
console.log(`
cd ${relative(process.cwd(), target) || '.'}
npm install
npm start          shows ${labelOf(name)} in a console of its own: http://localhost:3000
npm test           types, tests, build, contract

See README.md for the next steps.`);
