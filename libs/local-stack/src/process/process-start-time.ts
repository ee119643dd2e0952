import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { isWindows } from './process-group.ts';

/**
 * The start time of a process, as formatted by the system. Together with the id it identifies a process; ids alone
 * are reused.
 *
 * @returns undefined when there is no such process, or it is a zombie
 */
export async function processStartTime(pid: number): Promise<string | undefined> {
  try {
    if (isWindows) {
      const script = `(Get-Process -Id ${pid}).StartTime.ToFileTimeUtc()`;
      const { stdout } = await promisify(execFile)('powershell', ['-NoProfile', '-Command', script]);
      return stdout.trim() || undefined;
    }
    const { stdout } = await promisify(execFile)('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
      env: { ...process.env, LC_ALL: 'C' },
    });
    const [state = 'Z', ...started] = stdout.trim().split(/\s+/);
    return state.startsWith('Z') ? undefined : started.join(' ');
  } catch {
    return undefined;
  }
}
