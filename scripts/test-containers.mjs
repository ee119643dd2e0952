#!/usr/bin/env node
// npm run test:containers: pulls or builds the base images, builds every image, and runs docker-compose.yml.
// With --pull-only, as in CI, stand-ins for base images are not allowed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run, runTool, setUp } from './set-up.mjs';

/** @param {string} message */
function fail(message) {
  console.error(message);
  process.exit(1);
}

/** @param {string[]} args */
const works = async (...args) =>
  (await run('docker', args, { quiet: true }).catch(() => undefined))?.ok === true;
if (!(await works('info'))) fail('No Docker engine is running');
if (!(await works('compose', 'version')))
  fail('Docker has no Compose: install its plugin, version 2.24 or later');

await setUp();
const prepared = await run(process.execPath, ['deploy/stand-ins/build.mjs', ...process.argv.slice(2)], {
  quiet: true,
});
console.log(prepared.output.trim());
if (!prepared.ok) fail('The base images are not available');
const hasStandIns = prepared.output.includes('STAND-IN');

const compose = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
const builds = new Map(
  [...compose.matchAll(/target: (\w+), args: \{ APP: ([\w-]+) \}/g)].map(([, target, app]) => [app, target]),
);
for (const [app, target] of builds) {
  const tag = `khmer-learning/${app}:local`;
  // Stand-ins use the machine's own network access to the package registries.
  const network = hasStandIns ? ['--network', 'host'] : [];
  const args = [
    'build',
    '--quiet',
    ...network,
    '--target',
    target,
    '--build-arg',
    `APP=${app}`,
    '--tag',
    tag,
    '.',
  ];
  const { ok } = await run('docker', args, { env: { DOCKER_BUILDKIT: '1' } });
  if (!ok) fail(`${tag} cannot be built`);
  const { output } = await run('docker', ['image', 'inspect', '--format', '{{.Size}}', tag], { quiet: true });
  console.log(`${tag}: ${Math.round(Number(output) / 1e6)} MB`);
}

const { ok } = await runTool('jest/bin/jest.js', ['--selectProjects', 'containers', '--runInBand']);
process.exitCode = ok ? 0 : 1;
