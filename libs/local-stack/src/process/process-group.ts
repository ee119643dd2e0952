import { execFileSync } from 'node:child_process';
import { errorCode } from './error-details.ts';

/** Windows has no process groups and no signals. */
export const isWindows = process.platform === 'win32';

/**
 * Signals a process group. On Windows, `SIGSTOP` and `SIGCONT` have no effect, and every other signal kills the
 * group. No effect when it has ended.
 *
 * @param leader id of a process that was started with `detached: !isWindows`
 */
export function signalProcessGroup(leader: number, signal: NodeJS.Signals): void {
  if (isWindows) {
    if (signal === 'SIGSTOP' || signal === 'SIGCONT') return;
    try {
      execFileSync('taskkill', ['/PID', String(leader), '/T', '/F'], { stdio: 'ignore' });
    } catch {
      // Already ended.
    }
    return;
  }
  try {
    process.kill(-leader, signal);
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}
