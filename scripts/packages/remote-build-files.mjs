import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from '../set-up.mjs';

/** TypeScript's options for browser code, of this repository and of every remote. */
function compilerOptions() {
  const files = ['tsconfig.base.json', 'tsconfig.browser.json'];
  const all = files.map((file) => JSON.parse(readFileSync(join(root, file), 'utf8')).compilerOptions);
  // Where this repository declares the globals of its own tests.
  const { typeRoots: _ours, types, ...options } = Object.assign({}, ...all);
  return { ...options, types: types.filter((name) => name !== 'jest-depth') };
}

/** A development build of the shell, so that its page can replace components of a remote. */
async function buildShell(folder) {
  const program = join(root, 'libs/remote-build/bin/build.mjs');
  const args = [program, '--development', folder];
  const { ok, output } = await run(process.execPath, args, { quiet: true, cwd: join(root, 'shell') });
  if (!ok) throw new Error(output);
}

/**
 * Adds what a remote in a repository of its own needs besides the preset: TypeScript's options, and the shell for
 * `remote-dev`.
 * @param {string} dist the built package
 */
export async function addBuildFiles(dist) {
  writeFileSync(join(dist, 'tsconfig.json'), JSON.stringify({ compilerOptions: compilerOptions() }, null, 2));
  await buildShell(join(dist, 'shell'));
}
