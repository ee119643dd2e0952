import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Program } from './supervisor.ts';
import { waitFor } from './wait-for.ts';

/** A server of our own on this machine, with the handles fault tests need. */
export interface LocalServer {
  readonly port: number;
  /** How clients reach it. */
  readonly url: string;
  readonly pid: number;
  /** Freezes it (SIGSTOP) and waits until it stands still: connections stay open and nothing answers. */
  pause(): Promise<void>;
  /** Lets a frozen one go on (SIGCONT). */
  resume(): void;
  /** Ends it at once (SIGKILL) and waits until it is gone. */
  kill(): Promise<void>;
  /** Ends it properly and waits until it is gone. Its data stays. */
  stop(): Promise<void>;
  /** Starts it again on the same port and data, after ending it properly when it still runs. */
  restart(): Promise<void>;
}

/** The signal is sent at once, but each thread stops only when it next runs. */
async function assertStopped(pid: number): Promise<void> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'stat=', '-p', String(pid)]);
  if (!stdout.trim().startsWith('T')) throw new Error(`its state is ${stdout.trim()}`);
}

/** Runs a server's program and hands out the handles to break it. */
export async function startLocalServer(port: number, url: string, program: Program): Promise<LocalServer> {
  let child = await program.start();
  const stop = () => child.stop(10_000, program.requestStop);
  return {
    port,
    url,
    get pid() {
      return child.pid;
    },
    async pause() {
      child.signal('SIGSTOP');
      await waitFor('server stands still', () => assertStopped(child.pid), {
        timeoutMs: 5_000,
        intervalMs: 5,
      });
    },
    resume: () => child.signal('SIGCONT'),
    async kill() {
      child.signal('SIGKILL');
      await child.exited;
    },
    async stop() {
      await stop();
    },
    async restart() {
      await stop();
      child = await program.start();
    },
  };
}
