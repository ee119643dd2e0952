#!/usr/bin/env node
// npx console-host: the console of this version with all its remotes and the demo school, from files, on http://localhost:8080.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findShell, importSource } from '@khmer-learning/remote-build/import-source';

const usage = `Usage: console-host [--remote <address of mf-manifest.json, or folder>]… [--port 8080] [--fixtures <folder>]
  --remote    a served or built remote to add, or to use instead of the console's own of that name
  --fixtures  answers of your own: api/lessons.json for GET /api/lessons, api/lessons.POST.json for a POST`;

function readArguments() {
  try {
    return parseArgs({
      options: {
        remote: { type: 'string', multiple: true, default: [] },
        port: { type: 'string', default: '8080' },
        fixtures: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    console.error(`${error.message}\n${usage}`);
    process.exit(1);
  }
}

function stopWith(message) {
  console.error(message);
  process.exit(1);
}

const { remote: given, port, fixtures, help } = readArguments();
if (help) {
  console.log(usage);
  process.exit(0);
}
const isAddress = (entry) => /^https?:/.test(entry) && URL.canParse(entry);
const remotes = given.filter(isAddress);
const built = given.filter((entry) => !isAddress(entry));
const wrong = built.find((entry) => !existsSync(join(entry, 'remote-manifest.json')));
if (wrong !== undefined)
  stopWith(
    `--remote ${wrong} is neither an address such as http://localhost:3101/mf-manifest.json nor the folder of a built remote`,
  );
if (fixtures !== undefined && !existsSync(fixtures)) stopWith(`There is no folder ${resolve(fixtures)}`);

const home = join(import.meta.dirname, '..');
/** In the installed package the built remotes are part of it; in the repository each is in its own folder. */
const installed = join(home, 'remotes');
const folders = existsSync(installed)
  ? readdirSync(installed).map((name) => join(installed, name))
  : ['content', 'quizzes', 'users', 'commerce'].map((name) => join(home, `../../mf-${name}/dist`));
const recorded = JSON.parse(readFileSync(join(home, 'school/answers.json'), 'utf8'));
const { startConsoleHost } = await importSource('console-host', home);
const host = await startConsoleHost({
  ...{ shell: findShell(), remotes, recorded, fixtures, port: Number(port) },
  folders: [...folders, ...built],
  uploads: join(home, 'school/uploads'),
}).catch((error) =>
  stopWith(
    error.code === 'EADDRINUSE' ? `Port ${port} is in use: set --port to another one.` : error.message,
  ),
);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => host.stop());
console.log(
  `The console with the demo school: ${host.url} (nothing is stored; sign in as teacher@… for a teacher)`,
);
