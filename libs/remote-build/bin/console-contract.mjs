#!/usr/bin/env node
// npx console-contract [folder]: checks a built remote (default: dist/ in the current folder) against the console's
// contract. Prints one line per check, and exits with 1 when a check fails.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';

const remoteBuildFolder = join(import.meta.dirname, '..');
// Some packages export more in development.
process.env.NODE_ENV = 'production';
const require = createRequire(join(remoteBuildFolder, 'package.json'));

/**
 * The names that a package of the console exports. The console's own packages import fonts, which Node cannot; a CommonJS
 * package is its own default export.
 * @param {string} name
 */
async function readExports(name) {
  const entry = require.resolve(name);
  if (!name.startsWith('@khmer-learning/')) return ['default', ...Object.keys(require(entry))];
  const options = { bundle: true, packages: 'external', format: 'esm', outdir: '.', write: false };
  const { metafile } = await build({ ...options, entryPoints: [entry], metafile: true });
  return Object.values(metafile.outputs).flatMap(({ exports }) => exports);
}

/** TypeScript in the repository, compiled in the installed package. */
const checker = ['main.ts', 'main.js']
  .map((name) => join(remoteBuildFolder, 'src/contract', name))
  .find(existsSync);

/** Bundles the checker into one in-memory module that Node can import. */
const { outputFiles } = await build({
  entryPoints: [checker],
  bundle: true,
  write: false,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  logLevel: 'warning',
  // Selects the federation runtime's code for browsers.
  define: { ENV_TARGET: '"web"' },
});
const source = Buffer.from(outputFiles[0].contents).toString('base64');
const { runContractCheck } = await import(`data:text/javascript;base64,${source}`);

const dist = resolve(process.argv[2] ?? 'dist');
process.exitCode = (await runContractCheck(dist, remoteBuildFolder, readExports)) ? 0 : 1;
