#!/usr/bin/env node
// npm test: the checks, every Jest project, then the stories in Chromium. The last line counts them all.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runChecks } from './checks.mjs';
import { build, root, run, setUp } from './set-up.mjs';

/**
 * Runs Jest projects.
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 * @returns {Promise<{passed: number, failed: number, skipped: number}>} a file that could not run, or a Jest
 *   that broke down, counts as one failed test
 */
async function jest(args, env = {}) {
  const report = join(root, '.cache/jest-results.json');
  mkdirSync(join(root, '.cache'), { recursive: true });
  rmSync(report, { force: true });
  const bin = join(root, 'node_modules/.bin/jest');
  const { ok } = await run(bin, [...args, '--json', `--outputFile=${report}`, '--silent'], { env });
  let counts = { passed: 0, failed: 0, skipped: 0 };
  try {
    const result = JSON.parse(readFileSync(report, 'utf8'));
    counts = {
      passed: result.numPassedTests,
      failed: result.numFailedTests + result.numRuntimeErrorTestSuites,
      skipped: result.numPendingTests + result.numTodoTests,
    };
  } catch (error) {
    console.error(`Jest left no results: ${error.message}`);
  }
  if (counts.passed + counts.failed === 0) console.error(`No test ran: jest ${args.join(' ')}`);
  const brokenDown = counts.failed === 0 && (!ok || counts.passed === 0);
  return { ...counts, failed: counts.failed + (brokenDown ? 1 : 0) };
}

await setUp();
await build();
const { findChromium } = await import('../libs/local-stack/dist/main.js');
const chromium = await findChromium();

const results = [
  { ...(await runChecks()), skipped: 0 },
  await jest(['--selectProjects', 'node', 'browser']),
  await jest(['--selectProjects', 'e2e', '--runInBand'], { CHROMIUM_PATH: chromium }),
];

const sum = (what) => results.reduce((total, result) => total + result[what], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
process.exitCode = sum('failed') === 0 ? 0 : 1;
