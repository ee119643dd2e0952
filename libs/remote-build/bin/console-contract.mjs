#!/usr/bin/env node
// npx console-contract [folder] [--console <address>]: checks a built remote (default: dist/ in the current folder) against the
// console's contract, and against a running console. Prints one line per check, and exits with 1 when a check fails.
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { importSource, remoteBuildFolder } from './import-source.mjs';

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

const { values, positionals } = parseArgs({
  options: { console: { type: 'string' } },
  allowPositionals: true,
});
const dist = resolve(positionals[0] ?? 'dist');
const { runContractCheck } = await importSource('contract/main');
process.exitCode = (await runContractCheck(dist, remoteBuildFolder, readExports, values.console)) ? 0 : 1;
