#!/usr/bin/env node
// npx console-contract [folder]: checks a built remote (default: dist/ in the current folder) against the console's
// contract. Prints one line per check, and exits with 1 when a check fails.
import { join, resolve } from 'node:path';
import { build } from 'esbuild';

const remoteBuildFolder = join(import.meta.dirname, '..');

/** Bundles the TypeScript checker into one in-memory module that Node can import. */
const { outputFiles } = await build({
  entryPoints: [join(remoteBuildFolder, 'src/contract/main.ts')],
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
process.exitCode = (await runContractCheck(dist, remoteBuildFolder)) ? 0 : 1;
