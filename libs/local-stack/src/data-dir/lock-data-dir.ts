import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../process/error-details.ts';
import { processStartTime } from '../process/process-start-time.ts';

/** Identifies one process uniquely, also after its id is reused. */
export interface ProcessRecord {
  pid: number;
  /** See {@link processStartTime}. */
  started: string;
}

/** Whether the recorded process is still running. */
export async function isProcessRunning({ pid, started }: ProcessRecord): Promise<boolean> {
  return (await processStartTime(pid)) === started;
}

/** The holder of the lock; undefined when there is none, or the file is incomplete. */
async function readLockHolder(file: string): Promise<ProcessRecord | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as ProcessRecord;
  } catch {
    return undefined;
  }
}

/**
 * Locks a data folder for this process. A lock whose process has ended is taken over.
 *
 * @returns a function that releases the lock
 * @throws Error when another process holds the lock
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  const file = join(dataDir, 'lock.json');
  const ownFile = join(dataDir, `lock-${process.pid}.json`);
  await writeFile(
    ownFile,
    JSON.stringify({ pid: process.pid, started: await processStartTime(process.pid) }),
  );
  try {
    for (;;) {
      try {
        await link(ownFile, file);
        return () => rm(file, { force: true });
      } catch (error) {
        if (errorCode(error) !== 'EEXIST') throw error;
      }
      const other = await readLockHolder(file);
      if (other !== undefined && (await isProcessRunning(other))) {
        throw new Error(
          `${dataDir} is in use by process ${other.pid}: stop it, or set DATA_DIR to another folder`,
        );
      }
      // When several processes find it abandoned, the rename succeeds for one at a time.
      await rename(file, `${ownFile}.abandoned`).catch(() => undefined);
      await rm(`${ownFile}.abandoned`, { force: true });
    }
  } finally {
    await rm(ownFile, { force: true });
  }
}
