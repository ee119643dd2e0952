#!/usr/bin/env node
// npm run check: lock file, types, lint, dead code, API reports, import boundaries.
import { runChecks } from './checks.mjs';
import { setUp } from './set-up.mjs';

await setUp();
const { passed, failed } = await runChecks();
console.log(`${passed} of ${passed + failed} checks passed`);
process.exitCode = failed === 0 ? 0 : 1;
