#!/usr/bin/env node
// npm run check:api: compares the API of the packages that remotes are built against with the committed reports.
// npm run api-report: writes the reports, if the contract's version, or the changesets, raise the version far enough.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkApi } from './api/check.mjs';
import { readContractVersion } from './api/contract-version.mjs';
import { nextRelease } from './api/next-release.mjs';
import { packageFolder, root } from './set-up.mjs';

/** What the console and its remotes share at run time has the contract's version; what a remote has a copy of, or only its
 * tests use, has that of the packages' release. */
const packages = [
  { name: '@khmer-learning/console-sdk' },
  { name: '@khmer-learning/ui-kit' },
  { name: '@khmer-learning/remote-build' },
  { name: '@khmer-learning/remote-build', entry: 'vite.ts' },
  { name: '@khmer-learning/console-kit', isOfRelease: true },
  { name: '@khmer-learning/contracts', isOfRelease: true },
  { name: '@khmer-learning/console-sdk', entry: 'testing.ts', isOfRelease: true },
  { name: '@khmer-learning/console-kit', entry: 'testing.ts', isOfRelease: true },
  { name: '@khmer-learning/ui-kit', entry: 'testing.ts', isOfRelease: true },
].map((reported) => ({ ...reported, folder: join(root, packageFolder(reported.name)) }));

const contracts = join(root, packageFolder('@khmer-learning/contracts'), 'package.json');
const { version: last } = JSON.parse(readFileSync(contracts, 'utf8'));

const problems = await checkApi({
  packages,
  version: readContractVersion(root),
  release: { last, next: nextRelease(last, join(root, '.changeset')) },
  scratch: join(root, '.cache/api-report'),
  update: process.argv.includes('--update'),
});
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
