import { npm, runTool } from './set-up.mjs';

/** The display names of the check scripts in package.json. */
const checkNames = {
  'check:types': 'types',
  'check:boundaries': 'import boundaries',
  'check:lint': 'lint and format',
  'check:dead': 'dead code',
  'check:api': 'API of the shared packages',
  'check:lock': 'lock file',
};

/**
 * Runs checks, two at a time, as most use one core, and prints each result, with the output of a failed one.
 * @param {[string, () => Promise<{ok: boolean, output: string}>][]} checks name and function of each check
 * @returns {Promise<{passed: number, failed: number}>}
 */
async function runChecksByName(checks) {
  let passed = 0;
  const left = [...checks];
  const runNext = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [name, check] = next;
      const since = Date.now();
      const { ok, output } = await check();
      console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${((Date.now() - since) / 1000).toFixed(1)} s)`);
      if (ok) passed += 1;
      else console.log(output);
    }
  };
  await Promise.all([runNext(), runNext()]);
  return { passed, failed: checks.length - passed };
}

/**
 * Runs every check of the repository and prints each result.
 * @returns {Promise<{passed: number, failed: number}>}
 */
export function runChecks() {
  const npmRun = (script) => () => npm(['run', '--silent', script], { quiet: true });
  return runChecksByName(Object.entries(checkNames).map(([script, name]) => [name, npmRun(script)]));
}

/**
 * Runs the checks that are possible for a single package: types and lint.
 * @param {string} name name of the package, including its scope
 * @param {string} folder relative to the repository
 * @returns {Promise<{passed: number, failed: number}>}
 */
export function runPackageChecks(name, folder) {
  const types = ['run', 'check-types', `--filter=${name}`, '--output-logs=errors-only'];
  return runChecksByName([
    ['types', () => runTool('turbo/bin/turbo', types, { quiet: true })],
    ['lint and format', () => runTool('@biomejs/biome/bin/biome', ['check', folder], { quiet: true })],
  ]);
}
