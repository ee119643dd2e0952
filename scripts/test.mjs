#!/usr/bin/env node
// npm test: the checks, every Jest project, then the end-to-end tests, and failed files once more. The last line has the
// totals.
// npm run test:full: the same with the deep ring, and the container tests if a Docker engine runs.
// npm test -- --only @khmer-learning/content: types, lint, build and tests of that package alone.
// npm test -- --record: writes the processor seconds of this run into scripts/test-costs.tsv.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { runChecks, runPackageChecks } from './checks.mjs';
import { countTests, failedFiles, mergeRerun } from './jest-results.mjs';
import { build, npm, packageFolder, root, run, runTool, setUp } from './set-up.mjs';
import { calibrateRun, compareCosts, failAbove, recordCosts, warnAbove } from './test-costs.mjs';
import { findUnchanged } from './unchanged-inputs.mjs';

const { processorSeconds } = createRequire(import.meta.url)('./jest-costs.cjs');

/**
 * Runs Jest.
 * @param {{args: string[], env?: Record<string, string>}} projects the projects and what applies to each of their runs
 * @param {string[]} options of this run
 * @param {string} report name of its report in .cache
 * @returns {Promise<{files: import('./jest-results.mjs').TestFile[], crashed: boolean}>} `crashed`: Jest failed although
 *   no test did
 */
async function jest({ args, env = {} }, options, report = `jest-results-${args[1]}`) {
  const file = join(root, `.cache/${report}.json`);
  mkdirSync(join(root, '.cache'), { recursive: true });
  rmSync(file, { force: true });
  const { ok } = await runTool(
    'jest/bin/jest.js',
    [...args, '--json', `--outputFile=${file}`, '--silent', ...options],
    { env },
  );
  let files = [];
  try {
    files = JSON.parse(readFileSync(file, 'utf8')).testResults;
  } catch (error) {
    console.error(`Jest wrote no results: ${error.message}`);
  }
  const { passed, failed } = countTests(files);
  const noneRan = passed + failed === 0 && !args.includes('--passWithNoTests');
  if (noneRan) console.error(`No tests ran: jest ${args.join(' ')}`);
  return { files, crashed: failed === 0 && (!ok || noneRan) };
}

/** Counts the tests of a run of Jest; a crash counts as one failed test. */
function countRun({ files, crashed }) {
  const counts = countTests(files);
  return { ...counts, failed: counts.failed + (crashed ? 1 : 0) };
}

/** More failed files than this have a common cause and are not run again. */
const maxRerunFiles = 10;

/**
 * Runs the failed test files once more, one at a time, and prints those that pass then
 * (docs/decisions/tests-and-tools.md#unstable-tests).
 * @param {{projects: Parameters<typeof jest>[0], files: import('./jest-results.mjs').TestFile[], crashed: boolean}[]} runs
 * @returns {Promise<typeof runs>} the runs with the results of the files that passed
 */
async function rerunFailed(runs) {
  const count = failedFiles(runs.flatMap(({ files }) => files)).length;
  if (count === 0 || count > maxRerunFiles) return runs;
  console.log(`Running ${count} failed test ${count === 1 ? 'file' : 'files'} again`);
  const merged = [];
  const unstable = [];
  for (const run of runs) {
    const failed = failedFiles(run.files);
    if (failed.length === 0) {
      merged.push(run);
      continue;
    }
    // A failed test may leave connections open.
    const options = ['--runInBand', '--forceExit', '--runTestsByPath', ...failed];
    const again = await jest(run.projects, options, `jest-results-${run.projects.args[1]}-again`);
    const result = mergeRerun(run.files, again.files);
    merged.push({ ...run, files: result.files, crashed: run.crashed || again.crashed });
    unstable.push(...result.unstable);
  }
  if (unstable.length > 0) console.log('\nUnstable: passed only when run again');
  for (const { file, tests } of unstable) {
    console.log(`  ${relative(root, file)}`);
    for (const { name, message } of tests)
      console.log(`    ${name}\n${message.replace(/^(?=.)/gm, '      ')}`);
  }
  return merged;
}

/** One more worker than cores: most tests spend half of their time waiting for servers and for each other. */
const workers = availableParallelism() + 1;

/**
 * A worker with more heap than this is replaced after its file. Some of a file's objects outlive it, and collecting garbage
 * among 2.5 GB of them nearly doubles the processor time of each test; a new worker takes about a second to load.
 */
const workerMemoryLimit = '800MB';

/**
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 */
async function timed(name, work) {
  const since = Date.now();
  const result = await work();
  console.log(`${name}: ${((Date.now() - since) / 1000).toFixed(0)} s`);
  return result;
}

/** @param {string} name name of the package, including its scope */
async function testPackage(name) {
  const folder = packageFolder(name);
  await build([name]);
  const args = ['--selectProjects', 'node', 'browser', '--passWithNoTests'];
  return [
    { ...(await runPackageChecks(name, folder)), skipped: 0 },
    countRun(await jest({ args }, ['--testPathPatterns', `/${folder}/`])),
  ];
}

/** @param {import('./test-costs.mjs').Ring} ring */
async function testAll(ring) {
  // No test needs these two builds; the full run makes them to see that it can.
  const unneeded = ['!@khmer-learning/catalogue', '!@khmer-learning/bench'];
  await timed('Build', () => build(ring === 'fast' ? unneeded : []));
  if (ring === 'fast') await leaveOutUnchanged();
  const { findChromium } = await import('../libs/local-stack/dist/main.js');
  const costsFile = join(root, '.cache/test-costs.jsonl');
  mkdirSync(join(root, '.cache'), { recursive: true });
  rmSync(costsFile, { force: true });
  // A low bcrypt cost makes sign-ins fast; no end-to-end test depends on it.
  const env = { CHROMIUM_PATH: await findChromium(), BCRYPT_COST: '4' };
  const expensiveFirst = '--testSequencer=./scripts/jest-sequencer.cjs';
  const runJest = (name, projects, ...options) =>
    timed(name, async () => ({
      projects,
      ...(await jest(
        { ...projects, env: { ...projects.env, TEST_COSTS_FILE: costsFile } },
        options,
        `jest-results-${name.replaceAll(/\W+/g, '-')}`,
      )),
    }));
  const inNode = () =>
    runJest(
      'Node and browser tests',
      // libs/test-kit then starts the built apps instead of bundling them again.
      { args: ['--selectProjects', 'node', 'browser'], env: { APPS_ARE_BUILT: 'true' } },
      `--maxWorkers=${workers}`,
      `--workerIdleMemoryLimit=${workerMemoryLimit}`,
      expensiveFirst,
    );
  // A browser that hangs keeps Jest from exiting.
  const inOrder = '--testSequencer=./scripts/jest-alphabetical-sequencer.cjs';
  /** @param {string} letters with which the names of the files begin */
  const stories = (letters) =>
    runJest(
      `Stories ${letters}`,
      { args: ['--selectProjects', 'stories', inOrder, '--forceExit'], env },
      '--runInBand',
      `--testPathPatterns=shared-product/[${letters}]`,
    );
  const ownProducts = () =>
    runJest(
      'End-to-end tests',
      { args: ['--selectProjects', 'e2e', '--forceExit'], env },
      '--maxWorkers=1',
      expensiveFirst,
    );
  const before = processorSeconds();
  const checks = await timed('Checks', runChecks);
  // Two browsers at a time, not beside the Node tests (docs/decisions/tests-and-tools.md#rings-of-tests). Those that start their
  // own product take a quarter of an hour in the deep ring, a few minutes in the fast one, which then has half of the stories.
  const [first, second] = ring === 'full' ? ['a-z'] : ['a-p', 'q-z'];
  const firstRuns = [
    await inNode(),
    ...(
      await Promise.all([
        stories(first).then((run) => [run]),
        ownProducts().then(async (run) => (second ? [run, await stories(second)] : [run])),
      ])
    ).flat(),
  ];
  const seconds = processorSeconds() - before;
  const costs = checkCosts(
    calibrateRun(existsSync(costsFile) ? readFileSync(costsFile, 'utf8') : '', seconds),
    ring,
  );
  const counts = (await rerunFailed(firstRuns)).map(countRun);
  return [
    { ...checks, skipped: 0 },
    { ...costs, skipped: 0 },
    ...counts,
    ...(ring === 'full' ? [await testContainers()] : []),
  ];
}

/** Leaves out the tests of builds and deployments whose inputs have not changed since all tests passed. */
async function leaveOutUnchanged() {
  const { tests, commit } = await findUnchanged();
  if (tests.length === 0) return;
  process.env.TESTS_LEFT_OUT = tests.join('\n');
  console.log(
    `Left out, because their inputs are as at ${commit}, where all tests passed: ${tests.join(', ')}`,
  );
}

/**
 * Compares the processor time of the tests with the recorded one.
 * @param {Map<string, number>} run seconds by file
 * @param {import('./test-costs.mjs').Ring} ring
 */
function checkCosts(run, ring) {
  const { seconds, recorded, growth } = compareCosts(run, ring);
  const percent = (part) => `${(part * 100).toFixed(1)} %`;
  console.log(
    `Processor time of the tests, calibrated: ${seconds.toFixed(0)} s; recorded: ${recorded.toFixed(0)} s (${percent(growth)} more)`,
  );
  if (values.record) recordCosts(run, ring);
  const failed = growth > failAbove && !values.record;
  if (failed || growth > warnAbove)
    console.log(
      `${failed ? 'FAILED' : 'Warning:'} the tests take more than ${percent(failed ? failAbove : warnAbove)} longer than recorded in ` +
        'scripts/test-costs.tsv: make them cheaper, or record them with npm test -- --record (CONTRIBUTING.md)',
    );
  return { passed: failed ? 0 : 1, failed: failed ? 1 : 0 };
}

/** Runs the container tests if there is a Docker engine. */
async function testContainers() {
  const { ok } = await run('docker', ['info'], { quiet: true }).catch(() => ({ ok: false }));
  if (!ok) {
    console.log('Left out: the container tests, because no Docker engine runs');
    return { passed: 0, failed: 0, skipped: 0 };
  }
  const { ok: passed } = await npm(['run', 'test:containers']);
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 };
}

const { values } = parseArgs({
  options: { only: { type: 'string' }, full: { type: 'boolean' }, record: { type: 'boolean' } },
});
// Jest's configuration, its workers and the tests read it.
if (values.full) process.env.TEST_DEPTH = 'full';
await setUp();
const ring = process.env.TEST_DEPTH === 'full' ? 'full' : 'fast';
const results = await (values.only ? testPackage(values.only) : testAll(ring));

const sum = (what) => results.reduce((total, result) => total + result[what], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
process.exitCode = sum('failed') === 0 ? 0 : 1;
