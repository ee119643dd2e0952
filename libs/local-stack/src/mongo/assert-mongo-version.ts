import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

async function versionOf(mongod: string): Promise<string> {
  const { stdout } = await promisify(execFile)(mongod, ['--version']);
  return /db version v(\d+\.\d+)/.exec(stdout)?.[1] ?? 'unknown';
}

/**
 * Checks that a database folder is opened by the MongoDB version that wrote it: another major version fails to start
 * without a clear message. The first call records the version in the folder.
 *
 * @throws Error with instructions when the version differs
 */
export async function assertMongoVersion(mongod: string, dbPath: string): Promise<void> {
  const file = join(dbPath, 'written-by');
  const version = await versionOf(mongod);
  const writtenBy = await readFile(file, 'utf8').catch(() => undefined);
  if (writtenBy === undefined) {
    await mkdir(dbPath, { recursive: true });
    await writeFile(file, version);
  } else if (writtenBy !== version) {
    throw new Error(
      `${dbPath} was written by MongoDB ${writtenBy}, and ${mongod} is ${version}: put ${writtenBy} first on PATH, ` +
        'or start with another DATA_DIR',
    );
  }
}
