import { run } from './set-up.mjs';

/** The checks of package.json, in words. */
const CHECKS = {
  'check:types': 'types',
  'check:lint': 'lint and format',
  'check:dead': 'dead code',
  'check:boundaries': 'import boundaries',
};

/**
 * Runs every check and says of each how it went; a failed one's output follows.
 * @returns {Promise<{passed: number, failed: number}>}
 */
export async function runChecks() {
  let passed = 0;
  for (const [script, name] of Object.entries(CHECKS)) {
    const since = Date.now();
    const { ok, output } = await run('npm', ['run', '--silent', script], { quiet: true });
    console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${((Date.now() - since) / 1000).toFixed(1)} s)`);
    if (ok) passed += 1;
    else console.log(output);
  }
  return { passed, failed: Object.keys(CHECKS).length - passed };
}
