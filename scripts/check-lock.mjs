#!/usr/bin/env node
// Checks that the lock file works on every platform: `npm ci` accepts it, and each tool with native binaries has one
// for each platform.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm, root } from './set-up.mjs';

const platforms = [
  { os: 'darwin', cpu: 'arm64' },
  { os: 'darwin', cpu: 'x64' },
  { os: 'win32', cpu: 'x64' },
  { os: 'linux', cpu: 'x64', libc: 'glibc' },
  { os: 'linux', cpu: 'x64', libc: 'musl' },
  { os: 'linux', cpu: 'arm64', libc: 'glibc' },
  { os: 'linux', cpu: 'arm64', libc: 'musl' },
];
/** A package with fewer variants only has an optional addition for one system, such as fsevents. */
const minVariants = 3;

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const problems = [];

/** Resolves `name` from the package at `path`: the entry in the nearest node_modules upwards. */
function resolve(path, name) {
  for (let folder = path; ; ) {
    const entry = packages[join(folder, 'node_modules', name).replaceAll('\\', '/')];
    if (entry) return entry;
    if (folder === '') return undefined;
    const at = folder.lastIndexOf('node_modules/');
    // For a workspace, the root follows its own folder.
    folder = at < 0 ? '' : folder.slice(0, at).replace(/\/$/, '');
  }
}

const allows = (list, value) => list === undefined || list.includes(value);
const matchesPlatform = (entry, { os, cpu, libc }) =>
  allows(entry.os, os) && allows(entry.cpu, cpu) && (libc === undefined || allows(entry.libc, libc));

for (const [path, entry] of Object.entries(packages)) {
  const { dependencies = {}, devDependencies = {}, optionalDependencies = {} } = entry;
  for (const [name, range] of Object.entries({
    ...dependencies,
    ...devDependencies,
    ...optionalDependencies,
  }))
    if (!resolve(path, name))
      problems.push(`${name}@${range}, a dependency of ${path || 'the root'}, is missing`);
  if (path.includes('node_modules/') && !entry.link && !(entry.version && entry.integrity))
    problems.push(`${path} has no version or no integrity`);

  const variants = Object.keys(optionalDependencies).flatMap((name) => resolve(path, name) ?? []);
  const natives = variants.filter(({ os, cpu }) => os !== undefined && cpu !== undefined);
  if (natives.length < minVariants) continue;
  for (const platform of platforms)
    if (!natives.some((native) => matchesPlatform(native, platform)))
      problems.push(`${path} has no binary for ${Object.values(platform).join('-')}`);
}

const { ok, output } = await npm(['ci', '--dry-run', '--engine-strict', '--loglevel=error'], { quiet: true });
if (!ok) problems.push(output.trim());
if (problems.length > 0) {
  console.error(`package-lock.json\n${problems.join('\n')}`);
  process.exitCode = 1;
}
