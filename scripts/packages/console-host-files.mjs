import { cpSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build, root } from '../set-up.mjs';

/**
 * Adds the built remotes of this repository to `console-host`, without source maps and compressed copies.
 * @param {string} dist the built package
 */
export async function addRemotes(dist) {
  await build(['./mf-*']);
  const remotes = readdirSync(root).filter(
    (name) => /^mf-/.test(name) && existsSync(join(root, name, 'dist')),
  );
  for (const name of remotes) {
    const options = { recursive: true, filter: (file) => !/\.(?:map|br|gz)$/.test(file) };
    cpSync(join(root, name, 'dist'), join(dist, 'remotes', name.slice('mf-'.length)), options);
  }
}
