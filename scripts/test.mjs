#!/usr/bin/env node
// npm test: the checks, every Jest project, then the end-to-end tests. The last line has the totals.
// npm test -- --only @khmer-learning/content: types, lint, build and tests of that package alone.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runChecks, runPackageChecks } from './checks.mjs';
import { build, packageFolder, root, runTool, setUp } from './set-up.mjs';

/**
 * Runs Jest projects.
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 * @returns {Promise<{passed: number, failed: number, skipped: number}>} a test file that could not run, or a crash
 *   of Jest, counts as one failed test
 */
async function jest(args, env = {}) {
  const report = join(root, `.cache/jest-results-${args[1]}.json`);
  mkdirSync(join(root, '.cache'), { recursive: true });
  rmSync(report, { force: true });
  const { ok } = await runTool(
    'jest/bin/jest.js',
    [...args, '--json', `--outputFile=${report}`, '--silent'],
    {
      env,
    },
  );
  let counts = { passed: 0, failed: 0, skipped: 0 };
  try {
    const result = JSON.parse(readFileSync(report, 'utf8'));
    counts = {
      passed: result.numPassedTests,
      failed: result.numFailedTests + result.numRuntimeErrorTestSuites,
      skipped: result.numPendingTests + result.numTodoTests,
    };
  } catch (error) {
    console.error(`Jest wrote no results: ${error.message}`);
  }
  const mayBeEmpty = args.includes('--passWithNoTests');
  const noneRan = counts.passed + counts.failed === 0 && !mayBeEmpty;
  if (noneRan) console.error(`No tests ran: jest ${args.join(' ')}`);
  const crashed = counts.failed === 0 && (!ok || noneRan);
  return { ...counts, failed: counts.failed + (crashed ? 1 : 0) };
}

/** One more worker than cores: most tests spend half of their time waiting for servers and for each other. */
const workers = availableParallelism() + 1;

/** @param {string} name name of the package, including its scope */
async function testPackage(name) {
  const folder = packageFolder(name);
  await build([name]);
  const tests = ['--selectProjects', 'node', 'browser', '--passWithNoTests', '--testPathPatterns'];
  return [{ ...(await runPackageChecks(name, folder)), skipped: 0 }, await jest([...tests, `/${folder}/`])];
}

async function testAll() {
  await build();
  const { findChromium } = await import('../libs/local-stack/dist/main.js');
  const chromium = await findChromium();
  // A low bcrypt cost makes sign-ins fast; no end-to-end test depends on it.
  const env = { CHROMIUM_PATH: chromium, BCRYPT_COST: '4' };
  return [
    { ...(await runChecks()), skipped: 0 },
    await jest(['--selectProjects', 'node', 'browser', `--maxWorkers=${workers}`]),
    // In parallel: the stories on the shared product, and those that start their own.
    ...(await Promise.all([
      jest(
        [
          '--selectProjects',
          'stories',
          '--runInBand',
          '--testSequencer=./scripts/jest-alphabetical-sequencer.cjs',
        ],
        env,
      ),
      jest(['--selectProjects', 'e2e', '--maxWorkers=1'], env),
    ])),
  ];
}

const { values } = parseArgs({ options: { only: { type: 'string' } } });
await setUp();
const results = await (values.only ? testPackage(values.only) : testAll());

const sum = (what) => results.reduce((total, result) => total + result[what], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
process.exitCode = sum('failed') === 0 ? 0 : 1;
