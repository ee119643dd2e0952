import { mkdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { findNatsServer } from '../binaries/find-nats.ts';
import { startChild } from '../process/child.ts';
import { type LocalServer, localServer } from '../process/local-server.ts';
import { until } from '../process/until.ts';

/** How to run a nats-server. */
export interface NatsOptions {
  port: number;
  /** Where JetStream keeps its streams; made when missing. */
  storeDir: string;
  /** More arguments for nats-server, such as `['-c', file]`. */
  args?: string[];
  /** Called with each line it logs. */
  onLine?: (line: string) => void;
}

/** NATS greets every connection with its INFO line, once it takes clients. */
async function greeted(port: number): Promise<void> {
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
 * Starts a nats-server with JetStream on 127.0.0.1 and waits until it takes clients.
 * @throws when there is no nats-server or it does not start, with its last line
 */
export async function startNatsServer(options: NatsOptions): Promise<LocalServer> {
  const file = await findNatsServer();
  await mkdir(options.storeDir, { recursive: true });
  const address = ['-a', '127.0.0.1', '-p', String(options.port)];
  const args = [...address, '-js', '-sd', options.storeDir, ...(options.args ?? [])];

  return localServer(options.port, `nats://127.0.0.1:${options.port}`, async () => {
    let last = '';
    const child = await startChild({
      command: file,
      args,
      onLine: (line) => {
        last = line;
        options.onLine?.(line);
      },
    });
    await until('nats-server start', () => greeted(options.port), {
      timeoutMs: 15_000,
      everyMs: 10,
      giveUp: () => (child.exit === undefined ? undefined : last),
    });
    return child;
  });
}
