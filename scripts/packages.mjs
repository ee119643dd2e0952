#!/usr/bin/env node
// npm run packages [-- <folder>]: builds the packages that are published, and packs them into a folder if one is named.
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { npm, root, setUp } from './set-up.mjs';

const [folder] = process.argv.slice(2);
await setUp();
// It needs the installed packages.
const { buildPackages } = await import('./packages/build-packages.mjs');
const packages = await buildPackages();
if (folder !== undefined) {
  const destination = resolve(folder);
  mkdirSync(destination, { recursive: true });
  const dists = packages.map(({ folder: home, manifest }) =>
    join(root, home, manifest.publishConfig.directory),
  );
  const { ok } = await npm(['pack', '--silent', ...dists, '--pack-destination', destination]);
  if (!ok) process.exitCode = 1;
}
