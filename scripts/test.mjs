#!/usr/bin/env node
// npm test: the checks, every Jest project, then the end-to-end tests, and failed files once more. The last line has the
// totals.
// npm test -- --only @khmer-learning/content: types, lint, build and tests of that package alone.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { runChecks, runPackageChecks } from './checks.mjs';
import { countTests, failedFiles, mergeRerun } from './jest-results.mjs';
import { build, packageFolder, root, runTool, setUp } from './set-up.mjs';

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
 * Runs the failed test files once more, one at a time, and prints those that pass then (decisions/0050).
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
    const options = ['--runInBand', '--runTestsByPath', ...failed];
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

async function testAll() {
  await build();
  const { findChromium } = await import('../libs/local-stack/dist/main.js');
  const chromium = await findChromium();
  // A low bcrypt cost makes sign-ins fast; no end-to-end test depends on it.
  const env = { CHROMIUM_PATH: chromium, BCRYPT_COST: '4' };
  const inOrder = '--testSequencer=./scripts/jest-alphabetical-sequencer.cjs';
  const run = async (projects, option) => ({ projects, ...(await jest(projects, [option])) });
  const checks = { ...(await runChecks()), skipped: 0 };
  const runs = [
    // libs/test-kit then starts the built apps instead of bundling them again.
    await run(
      { args: ['--selectProjects', 'node', 'browser'], env: { APPS_ARE_BUILT: 'true' } },
      `--maxWorkers=${workers}`,
    ),
    // In parallel: the stories on the shared product, and those that start their own. A browser that hangs keeps Jest
    // from exiting.
    ...(await Promise.all([
      run({ args: ['--selectProjects', 'stories', inOrder, '--forceExit'], env }, '--runInBand'),
      run({ args: ['--selectProjects', 'e2e', '--forceExit'], env }, '--maxWorkers=1'),
    ])),
  ];
  return [checks, ...(await rerunFailed(runs)).map(countRun)];
}

const { values } = parseArgs({ options: { only: { type: 'string' } } });
await setUp();
const results = await (values.only ? testPackage(values.only) : testAll());

const sum = (what) => results.reduce((total, result) => total + result[what], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
process.exitCode = sum('failed') === 0 ? 0 : 1;
