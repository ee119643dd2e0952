import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { signalProcessGroup } from '../process/process-group.ts';
import { processStartTime } from '../process/process-start-time.ts';
import { isProcessRunning, type ProcessRecord } from './lock-data-dir.ts';

const fileName = 'processes.json';

/**
 * Remembers a folder's processes, for the case that this one and its watchdog are killed.
 * @param pids group leaders
 */
export async function recordProcesses(dataDir: string, pids: readonly number[]): Promise<void> {
  const records = await Promise.all(pids.map(async (pid) => ({ pid, started: await processStartTime(pid) })));
  await writeFile(join(dataDir, fileName), JSON.stringify(records));
}

/**
 * Ends what a killed run left behind in a folder. Call it with the folder locked.
 * @returns how many processes were ended
 */
export async function killOrphanedProcesses(dataDir: string): Promise<number> {
  const text = await readFile(join(dataDir, fileName), 'utf8').catch(() => '[]');
  let records: ProcessRecord[] = [];
  try {
    records = JSON.parse(text) as ProcessRecord[];
  } catch {
    // Cut off in the middle of writing: the watchdog is all we have.
  }
  let ended = 0;
  for (const record of records) {
    if (!(await isProcessRunning(record))) continue;
    ended += 1;
    signalProcessGroup(record.pid, 'SIGKILL');
    while (await isProcessRunning(record)) await sleep(20);
  }
  return ended;
}
