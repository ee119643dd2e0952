import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../process/error-details.ts';
import { processStartTime } from '../process/process-start-time.ts';

/** One process, named for good. */
export interface ProcessRecord {
  pid: number;
  /** See {@link processStartTime}. */
  started: string;
}

/** Whether the process runs, and is the one that was recorded. */
export async function isProcessRunning({ pid, started }: ProcessRecord): Promise<boolean> {
  return (await processStartTime(pid)) === started;
}

/** Who holds the lock; undefined when nobody does, or the file is half written. */
async function readLockHolder(file: string): Promise<ProcessRecord | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as ProcessRecord;
  } catch {
    return undefined;
  }
}

/**
 * Takes a data folder for this process alone. A lock whose process is gone is taken over.
 * @returns a function that gives the folder back
 * @throws while another process has it
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
      // Of several that find it abandoned, the rename lets one through at a time.
      await rename(file, `${ownFile}.abandoned`).catch(() => undefined);
      await rm(`${ownFile}.abandoned`, { force: true });
    }
  } finally {
    await rm(ownFile, { force: true });
  }
}
