#!/usr/bin/env node
// Installs packages, builds, and runs a task of the root's package.json: run.mjs build | bench | test:changed
import { build, npm, runTool, setUp } from './set-up.mjs';

const [task = 'build', ...args] = process.argv.slice(2);

await setUp();
if (task === 'test:changed') {
  // One package at a time, because each uses all cores. turbo skips packages unchanged since they passed.
  const { ok } = await runTool('turbo/bin/turbo', ['run', 'test', '--concurrency=1', '--continue', ...args]);
  process.exitCode = ok ? 0 : 1;
} else {
  await build();
  if (task !== 'build') {
    const { ok } = await npm(['run', task, '--silent', `--workspace=${task}`, '--', ...args]);
    process.exitCode = ok ? 0 : 1;
  }
}
