#!/usr/bin/env node
// Sets up, builds, and runs what the root's package.json names: run.mjs build | bench
import { build, npm, setUp } from './set-up.mjs';

const [task = 'build', ...args] = process.argv.slice(2);

await setUp();
await build();
if (task !== 'build') {
  const { ok } = await npm(['run', task, '--silent', `--workspace=${task}`, '--', ...args]);
  process.exitCode = ok ? 0 : 1;
}
