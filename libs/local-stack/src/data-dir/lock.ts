import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startTime } from '../process/process-list.ts';
import { codeOf } from '../process/reason.ts';

/** One process, named for good. */
export interface ProcessRecord {
  pid: number;
  /** See {@link startTime}. */
  started: string;
}

/** Whether the process runs, and is the one that was recorded. */
export async function isRunning({ pid, started }: ProcessRecord): Promise<boolean> {
  return (await startTime(pid)) === started;
}

/** Who holds the lock; undefined when nobody does, or the file is half written. */
async function holder(file: string): Promise<ProcessRecord | undefined> {
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
  const mine = join(dataDir, `lock-${process.pid}.json`);
  await writeFile(mine, JSON.stringify({ pid: process.pid, started: await startTime(process.pid) }));
  try {
    for (;;) {
      try {
        await link(mine, file);
        return () => rm(file, { force: true });
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw error;
      }
      const other = await holder(file);
      if (other !== undefined && (await isRunning(other))) {
        throw new Error(
          `${dataDir} is in use by process ${other.pid}: stop it, or set DATA_DIR to another folder`,
        );
      }
      // Of several that find it abandoned, the rename lets one through at a time.
      await rename(file, `${mine}.abandoned`).catch(() => undefined);
      await rm(`${mine}.abandoned`, { force: true });
    }
  } finally {
    await rm(mine, { force: true });
  }
}
