import { mkdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { findNatsServer } from '../binaries/find-nats.ts';
import { type LocalServer, startLocalServer } from '../process/local-server.ts';
import { startChildUntilReady } from '../process/start-child-until-ready.ts';
import type { Program } from '../process/supervisor.ts';
import { waitFor } from '../process/wait-for.ts';

/** Settings of a nats-server. */
export interface NatsOptions {
  port: number;
  /** JetStream's folder; created when missing. */
  storeDir: string;
  /** Additional arguments, such as `['-c', file]`. */
  args?: string[];
  /** Called with each line it logs. */
  onLine?: (line: string) => void;
}

/** URL of a local nats-server. */
export function natsUrlOf(port: number): string {
  return `nats://127.0.0.1:${port}`;
}

/**
 * Checks that NATS accepts clients: it then sends an INFO line on every connection.
 *
 * @throws Error when there is no response within one second
 */
export async function checkNatsReady(port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, timeout: 1_000 });
    socket.once('data', () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
    socket.once('timeout', () => socket.destroy(new Error('no answer')));
  });
}

/**
 * A nats-server with JetStream on 127.0.0.1; started when it accepts clients.
 *
 * @throws Error when there is no nats-server; `start` throws with its last line
 */
export async function createNatsProgram(options: NatsOptions): Promise<Program> {
  const { port, storeDir, onLine } = options;
  const command = await findNatsServer();
  await mkdir(storeDir, { recursive: true });
  // The threads of several processors look for work each time one of them wakes: half of what an idle server takes.
  const env = { ...process.env, GOMAXPROCS: '1' };
  const args = ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', storeDir, ...(options.args ?? [])];

  return {
    name: 'nats',
    start: () =>
      startChildUntilReady({ command, args, env, onLine }, (abortReason) =>
        waitFor('nats-server answers', () => checkNatsReady(port), {
          timeoutMs: 15_000,
          intervalMs: 10,
          abortReason,
        }),
      ),
  };
}

/** Starts a nats-server (see {@link createNatsProgram}). */
export async function startNatsServer(options: NatsOptions): Promise<LocalServer> {
  return startLocalServer(options.port, natsUrlOf(options.port), await createNatsProgram(options));
}
