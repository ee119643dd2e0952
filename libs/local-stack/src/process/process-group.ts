import { execFileSync } from 'node:child_process';
import { errorCode } from './error-details.ts';

/** Windows has no process groups and no signals. */
export const isWindows = process.platform === 'win32';

/**
 * Sends a signal to a process and everything it started. On Windows `SIGSTOP` and `SIGCONT` do nothing, and every
 * other signal ends all of it at once. Nothing happens when it has ended already.
 * @param leader id of a process that was started with `detached: !isWindows`
 */
export function signalProcessGroup(leader: number, signal: NodeJS.Signals): void {
  if (isWindows) {
    if (signal === 'SIGSTOP' || signal === 'SIGCONT') return;
    try {
      execFileSync('taskkill', ['/PID', String(leader), '/T', '/F'], { stdio: 'ignore' });
    } catch {
      // It has ended.
    }
    return;
  }
  try {
    process.kill(-leader, signal);
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}
