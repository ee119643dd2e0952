#!/usr/bin/env node
// Sets up, builds, and runs what the root's package.json names: run.mjs build | bench | test:changed
import { build, npm, runTool, setUp } from './set-up.mjs';

const [task = 'build', ...args] = process.argv.slice(2);

await setUp();
if (task === 'test:changed') {
  // One at a time: each uses all cores. What did not change since it passed is not tested again.
  const { ok } = await runTool('turbo/bin/turbo', ['run', 'test', '--concurrency=1', '--continue', ...args]);
  process.exitCode = ok ? 0 : 1;
} else {
  await build();
  if (task !== 'build') {
    const { ok } = await npm(['run', task, '--silent', `--workspace=${task}`, '--', ...args]);
    process.exitCode = ok ? 0 : 1;
  }
}
