import { root, run } from './set-up.mjs';

/** The commit at which `npm run test:full` last passed: .github/workflows/test-full.yml sets it. */
const passedTag = 'test-full-passed';

/**
 * Tests that build or deploy for real, and all that decides their result besides what other tests cover.
 * @type {readonly {tests: string, inputs: readonly string[]}[]} a pattern of test files; paths of the repository
 */
const costlyTests = [
  {
    tests: 'libs/remote-build/src/(build|contract/contract)\\.test\\.ts$',
    inputs: ['libs/remote-build', 'libs/console-sdk', 'libs/console-kit', 'libs/ui-kit', 'package-lock.json'],
  },
  { tests: 'libs/client/src/packaging/', inputs: ['libs/client', 'libs/contracts', 'package-lock.json'] },
  {
    tests: 'deploy/src/compose-run\\.test\\.ts$',
    inputs: [
      'deploy',
      'docker-compose.yml',
      'package-lock.json',
      ':(glob)**/src/config.ts',
      ':(glob)**/src/server.ts',
    ],
  },
];

/**
 * Finds the tests of builds and deployments whose inputs are as they were when all tests passed.
 * @param {string} [cwd] the repository
 * @returns {Promise<{tests: string[], commit: string}>} patterns of test files, none without that tag or without git
 */
export async function findUnchanged(cwd = root) {
  const git = (...args) => run('git', args, { quiet: true, cwd }).catch(() => ({ ok: false, output: '' }));
  const { ok, output: commit } = await git('rev-parse', '--verify', '--quiet', `${passedTag}^{commit}`);
  if (!ok) return { tests: [], commit: '' };
  const tests = [];
  for (const { tests: pattern, inputs } of costlyTests) {
    const { ok: isEqual } = await git('diff', '--quiet', passedTag, '--', ...inputs);
    const { output: newFiles } = await git('ls-files', '--others', '--exclude-standard', '--', ...inputs);
    if (isEqual && newFiles === '') tests.push(pattern);
  }
  return { tests, commit: commit.trim() };
}
