import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { isWindows, signalProcessGroup } from './process-group.ts';
import { killGroupOnExit, unregisterGroup } from './watchdog.ts';

/** How a process ended: its exit code or the signal. */
export interface ProcessExit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** The command to run, and the receiver of its output. */
export interface ChildOptions {
  command: string;
  args?: string[];
  cwd?: string;
  /** The child's complete environment; default: this process's. */
  env?: NodeJS.ProcessEnv;
  /** Called with each line of standard output and standard error. */
  onLine?: ((line: string) => void) | undefined;
}

/** A running process that leads its own process group and ends with this process. */
export type Child = Awaited<ReturnType<typeof startChild>>;

function forwardLines(child: ChildProcess, onLine: (line: string) => void): void {
  for (const stream of [child.stdout, child.stderr]) {
    let rest = '';
    stream?.setEncoding('utf8');
    stream?.on('data', (text: string) => {
      const lines = (rest + text).split(/\r?\n/);
      rest = lines.pop() ?? '';
      for (const line of lines) onLine(line);
    });
    stream?.on('end', () => {
      if (rest !== '') onLine(rest);
    });
  }
}

/**
 * Starts a process in its own process group. Ctrl-C in the terminal then reaches only this process, which stops the
 * others in order, and a signal to the group reaches the process's children too.
 *
 * @throws Error when the command cannot be started
 */
export async function startChild(options: ChildOptions) {
  const child = spawn(options.command, options.args ?? [], {
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    env: options.env ?? process.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: !isWindows,
    windowsHide: true,
  });
  const exited = new Promise<ProcessExit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  const pid = child.pid;
  // Immediately, before this process can be killed.
  if (pid !== undefined) killGroupOnExit(pid);
  await once(child, 'spawn');
  if (pid === undefined) throw new Error(`${options.command} could not be started`);
  forwardLines(child, options.onLine ?? (() => undefined));

  let exit: ProcessExit | undefined;
  void exited.then((how) => {
    exit = how;
    unregisterGroup(pid);
  });

  const signal = (name: NodeJS.Signals): void => {
    if (exit === undefined) signalProcessGroup(pid, name);
  };

  return {
    pid,
    exited,
    /** Undefined while running. */
    get exit() {
      return exit;
    },
    /** Signals the process group; no effect after the process has ended. */
    signal,
    /**
     * Requests termination, kills the process after `graceMs` (default 10,000), and waits for its end.
     *
     * @param requestStop replaces SIGTERM, which is used when it fails
     */
    async stop(graceMs: number = 10_000, requestStop?: () => Promise<void>): Promise<ProcessExit> {
      signal('SIGCONT');
      if (requestStop !== undefined && exit === undefined) requestStop().catch(() => signal('SIGTERM'));
      else signal('SIGTERM');
      const force = setTimeout(() => signal('SIGKILL'), graceMs);
      try {
        return await exited;
      } finally {
        clearTimeout(force);
      }
    },
  };
}
