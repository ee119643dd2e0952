import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The repository's root. */
export const root = join(import.meta.dirname, '..');

/**
 * Runs a program in the repository.
 * @param {string} command
 * @param {string[]} args
 * @param {{quiet?: boolean, env?: Record<string, string>, cwd?: string}} [options] `quiet` captures the output instead of
 *   printing it; `cwd` is the repository's root by default
 * @returns {Promise<{ok: boolean, output: string}>} `output` is the captured output, empty without `quiet`
 */
export function run(command, args, { quiet = false, env = {}, cwd = root } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', ...env },
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (text) => {
        output += text;
      });
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ ok: code === 0, output }));
  });
}

/**
 * Runs a program of an installed package without a shell, so that it works the same on every platform.
 * @param {string} file within node_modules, such as `jest/bin/jest.js`
 * @param {string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export function runTool(file, args, options) {
  return run(process.execPath, [join(root, 'node_modules', file), ...args], options);
}

/**
 * Runs npm: the one that started this process, otherwise the one installed with Node.
 * @param {string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export function npm(args, options) {
  const { npm_execpath: running } = process.env;
  const folder = dirname(process.execPath);
  const beside = ['../lib/node_modules', 'node_modules'].map((place) =>
    join(folder, place, 'npm/bin/npm-cli.js'),
  );
  const cli = [running, ...beside].find((file) => file !== undefined && existsSync(file));
  return cli === undefined ? run('npm', args, options) : run(process.execPath, [cli, ...args], options);
}

/**
 * Returns the folder of a package of this repository, relative to the root; exits if there is no such package.
 * @param {string} name name of the package, including its scope
 */
export function packageFolder(name) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const link = packages[`node_modules/${name}`];
  if (link?.link) return link.resolved;
  console.error(`This repository has no package ${name}`);
  process.exit(1);
}

/** Exits if Node is older than package.json requires. */
function assertNodeVersion() {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const wanted = engines.node.match(/\d+/g).map(Number);
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > wanted[0] || (major === wanted[0] && minor >= wanted[1])) return;
  console.error(`Khmer Learning needs Node ${engines.node}; the current version is ${process.versions.node}`);
  process.exit(1);
}

/** Whether npm's record of installed packages matches the lock file and all packages still exist. */
function packagesAreInstalled() {
  const record = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(record)) return false;
  const { packages: wanted } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const { packages: present } = JSON.parse(readFileSync(record, 'utf8'));
  return Object.entries(wanted).every(([path, { version, link, optional, devOptional, peer }]) => {
    if (!path.includes('node_modules/')) return true;
    const found = present[path];
    if (found === undefined) return Boolean(optional || devOptional || peer);
    return (link || found.version === version) && existsSync(join(root, path));
  });
}

async function installPackages() {
  if (packagesAreInstalled()) return;
  console.log('Installing packages…');
  const { ok } = await npm(['ci', '--loglevel=error']);
  if (!ok) process.exit(1);
}

/**
 * Builds changed packages; exits if the build fails.
 * @param {string[]} [filters] turbo's package filters; default: everything
 */
export async function build(filters = []) {
  const args = ['run', 'build', '--output-logs=errors-only', '--log-order=grouped'];
  const timer = setTimeout(() => console.log('Building…'), 1_000);
  const { ok, output } = await runTool(
    'turbo/bin/turbo',
    [...args, ...filters.map((one) => `--filter=${one}`)],
    { quiet: true },
  );
  clearTimeout(timer);
  if (ok) return;
  console.error(output);
  process.exit(1);
}

/** Prepares a fresh clone, or one with changed dependencies: checks Node and installs packages. */
export async function setUp() {
  assertNodeVersion();
  await installPackages();
}
