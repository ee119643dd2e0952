import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { signalProcessGroup } from '../process/process-group.ts';
import { processStartTime } from '../process/process-start-time.ts';
import { isProcessRunning, type ProcessRecord } from './lock-data-dir.ts';

const fileName = 'processes.json';

/** Records a folder's process group leaders, in case this process and its watchdog are killed. */
export async function recordProcesses(dataDir: string, pids: readonly number[]): Promise<void> {
  const records = await Promise.all(pids.map(async (pid) => ({ pid, started: await processStartTime(pid) })));
  await writeFile(join(dataDir, fileName), JSON.stringify(records));
}

/** Kills the processes that a killed run left running, and counts them. The folder must be locked. */
export async function killOrphanedProcesses(dataDir: string): Promise<number> {
  const text = await readFile(join(dataDir, fileName), 'utf8').catch(() => '[]');
  let records: ProcessRecord[] = [];
  try {
    records = JSON.parse(text) as ProcessRecord[];
  } catch {
    // The file is incomplete: only the watchdog can end those processes.
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
