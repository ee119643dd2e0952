import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { isWindows, signalProcessGroup } from './process-group.ts';
import { killGroupOnExit, unregisterGroup } from './watchdog.ts';

/** How a process ended: by itself with a code, or by a signal. */
export interface ProcessExit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** What to run, and where its output goes. */
export interface ChildOptions {
  command: string;
  args?: string[];
  cwd?: string;
  /** The child's whole environment; default: this process's. */
  env?: NodeJS.ProcessEnv;
  /** Called with each line of standard output and standard error. */
  onLine?: ((line: string) => void) | undefined;
}

/** A running process that leads its own group and dies with this process. */
export interface Child {
  readonly pid: number;
  readonly exited: Promise<ProcessExit>;
  /** Undefined while it runs. */
  readonly exit: ProcessExit | undefined;
  /** Sends a signal to the process and everything it started; nothing happens once it has ended. */
  signal(name: NodeJS.Signals): void;
  /**
   * Asks it to end, forces it after `graceMs` (default 10,000), and waits until it is gone.
   * @param requestStop how to ask; default, and when that fails: SIGTERM
   */
  stop(graceMs?: number, requestStop?: () => Promise<void>): Promise<ProcessExit>;
}

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
 * Starts a process in a group of its own: a Ctrl-C in the terminal reaches only us, so that we can stop
 * things in order, and a signal to the group reaches the process's own children too.
 * @throws when the command cannot be started
 */
export async function startChild(options: ChildOptions): Promise<Child> {
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
  // At once, before anything else may happen to this process.
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
    get exit() {
      return exit;
    },
    signal,
    async stop(graceMs = 10_000, requestStop) {
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
