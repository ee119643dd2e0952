// npx @khmer-learning/remote-build@latest upgrade [--write]: says to which version of the console's packages the remote in the
// current folder can go and what changes; with --write, it changes package.json.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { importSource, remoteBuildFolder } from './import-source.mjs';

const { write } = parseArgs({
  args: process.argv.slice(3),
  options: { write: { type: 'boolean', default: false } },
}).values;
const { version } = JSON.parse(readFileSync(join(remoteBuildFolder, 'package.json'), 'utf8'));
/** All packages have one version; those beside this one bring their changelogs. */
const folders = readdirSync(join(remoteBuildFolder, '..')).map((name) => join(remoteBuildFolder, '..', name));
const changelogs = Object.fromEntries(
  folders
    .filter((folder) => ['package.json', 'CHANGELOG.md'].every((file) => existsSync(join(folder, file))))
    .map((folder) => [
      JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).name,
      readFileSync(join(folder, 'CHANGELOG.md'), 'utf8'),
    ]),
);
const { planUpgrade } = await importSource('upgrade');
const { changes, notes, manifest } = planUpgrade(readFileSync('package.json', 'utf8'), version, changelogs);

for (const { name, from, to } of changes) console.log(`${name}: ${from} → ${to}`);
for (const note of notes) console.log(`\n${note.name} ${note.version}\n${note.text}`);
if (changes.length === 0) console.log(`Nothing to upgrade: the packages are ${version}.`);
else if (write) {
  writeFileSync('package.json', manifest);
  console.log('\nWrote package.json. Run npm install and npm test.');
} else console.log('\nNothing is changed yet: --write changes package.json.');
