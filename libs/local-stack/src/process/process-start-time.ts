import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { isWindows } from './process-group.ts';

/**
 * When a process started, as the system writes it. Together with the id it names one process for good: an id
 * alone may be used again.
 * @returns undefined when there is no such process, or it has ended and waits to be collected
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
