import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Program } from './supervisor.ts';
import { waitFor } from './wait-for.ts';

/** A local server, with controls for fault tests. */
export type LocalServer = Awaited<ReturnType<typeof startLocalServer>>;

/** The signal is sent immediately, but each thread stops only when it is next scheduled. */
async function assertStopped(pid: number): Promise<void> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'stat=', '-p', String(pid)]);
  if (!stdout.trim().startsWith('T')) throw new Error(`its state is ${stdout.trim()}`);
}

/** Starts a server's program and returns its controls. */
export async function startLocalServer(port: number, url: string, program: Program) {
  let child = await program.start();
  const stop = () => child.stop(10_000, program.requestStop);
  return {
    port,
    /** URL for clients. */
    url,
    get pid() {
      return child.pid;
    },
    /** Pauses it (SIGSTOP) and waits until it has stopped: connections stay open without responses. */
    async pause(): Promise<void> {
      child.signal('SIGSTOP');
      await waitFor('server is paused', () => assertStopped(child.pid), {
        timeoutMs: 5_000,
        intervalMs: 5,
      });
    },
    /** Resumes it (SIGCONT). */
    resume: (): void => child.signal('SIGCONT'),
    /** Kills it (SIGKILL) and waits for its end. */
    async kill(): Promise<void> {
      child.signal('SIGKILL');
      await child.exited;
    },
    /** Stops it gracefully and waits for its end. Its data is kept. */
    async stop(): Promise<void> {
      await stop();
    },
    /** Restarts it with the same port and data, stopping it first if it runs. */
    async restart(): Promise<void> {
      await stop();
      child = await program.start();
    },
  };
}
