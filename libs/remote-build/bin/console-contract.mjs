#!/usr/bin/env node
// npx console-contract [folder]: holds a built remote (dist/ of the current folder, unless told) against the
// contract of the console. Says each thing in a line, and exits with 1 when one is not kept.
import { join, resolve } from 'node:path';
import { build } from 'esbuild';

const remoteBuildFolder = join(import.meta.dirname, '..');

/** Node does not read TypeScript: what checks becomes one module first, in memory. */
const { outputFiles } = await build({
  entryPoints: [join(remoteBuildFolder, 'src/contract/main.ts')],
  bundle: true,
  write: false,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  logLevel: 'warning',
  // The federation's runtime is to behave as it does in a browser.
  define: { ENV_TARGET: '"web"' },
});
const source = Buffer.from(outputFiles[0].contents).toString('base64');
const { runContractCheck } = await import(`data:text/javascript;base64,${source}`);

const dist = resolve(process.argv[2] ?? 'dist');
process.exitCode = (await runContractCheck(dist, remoteBuildFolder)) ? 0 : 1;
