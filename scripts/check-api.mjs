#!/usr/bin/env node
// npm run check:api: compares the API of the packages that remotes are built against with the committed reports.
// npm run api-report: writes the reports, if the contract's version was raised far enough.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkApi } from './api/check.mjs';
import { packageFolder, root } from './set-up.mjs';

/** The packages whose API is part of the contract between the console and its remotes. */
const names = ['@khmer-learning/console-sdk', '@khmer-learning/ui-kit', '@khmer-learning/remote-build'];

const source = readFileSync(
  join(root, packageFolder('@khmer-learning/console-sdk'), 'src/manifest/contract-version.ts'),
  'utf8',
);
const version = /contractVersion: string = '([\d.]+)'/.exec(source)?.[1];
if (version === undefined) throw new Error('contract-version.ts has no contractVersion');

const problems = await checkApi({
  packages: names.map((name) => ({ name, folder: join(root, packageFolder(name)) })),
  version,
  scratch: join(root, '.cache/api-report'),
  update: process.argv.includes('--update'),
});
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
