import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Program } from './supervisor.ts';
import { waitFor } from './wait-for.ts';

/** A local server, with controls for fault tests. */
export interface LocalServer {
  readonly port: number;
  /** URL for clients. */
  readonly url: string;
  readonly pid: number;
  /** Pauses it (SIGSTOP) and waits until it has stopped: connections stay open without responses. */
  pause(): Promise<void>;
  /** Resumes it (SIGCONT). */
  resume(): void;
  /** Kills it (SIGKILL) and waits for its end. */
  kill(): Promise<void>;
  /** Stops it gracefully and waits for its end. Its data is kept. */
  stop(): Promise<void>;
  /** Restarts it with the same port and data, stopping it first if it runs. */
  restart(): Promise<void>;
}

/** The signal is sent immediately, but each thread stops only when it is next scheduled. */
async function assertStopped(pid: number): Promise<void> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'stat=', '-p', String(pid)]);
  if (!stdout.trim().startsWith('T')) throw new Error(`its state is ${stdout.trim()}`);
}

/** Starts a server's program and returns its controls. */
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
      await waitFor('server is paused', () => assertStopped(child.pid), {
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
