import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** A TCP proxy between a client and a local server that can simulate network faults. */
export type TcpProxy = Awaited<ReturnType<typeof startTcpProxy>>;

/**
 * Starts a proxy on 127.0.0.1 in front of a server.
 * @param target the server's port on 127.0.0.1, or a URL of it
 */
export async function startTcpProxy(target: number | string) {
  const targetPort = typeof target === 'number' ? target : Number(new URL(target).port);
  const sockets = new Set<Socket>();
  let delayMs = 0;
  let broken = false;
  let release: (() => void) | undefined;
  let stalled: Promise<void> | undefined;

  const createLink = () =>
    new Transform({
      transform(chunk, _encoding, callback) {
        const deliver = () => callback(null, chunk);
        const later = () => (delayMs > 0 ? setTimeout(deliver, delayMs) : deliver());
        if (stalled === undefined) later();
        else void stalled.then(later);
      },
    });
  const trackSocket = (socket: Socket) => {
    sockets.add(socket.setNoDelay());
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
  };

  const server = createServer((client) => {
    if (broken) {
      client.resetAndDestroy();
      return;
    }
    const upstream = connect({ host: '127.0.0.1', port: targetPort });
    trackSocket(client);
    trackSocket(upstream);
    client.pipe(createLink()).pipe(upstream);
    upstream.pipe(createLink()).pipe(client);
    client.once('close', () => upstream.destroy());
    upstream.once('close', () => client.resetAndDestroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port');

  const reset = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  const restore = () => {
    broken = false;
    release?.();
    release = undefined;
    stalled = undefined;
  };

  return {
    port: address.port,
    /** Delays all data by this many milliseconds in each direction; 0 ends it. */
    delay: (ms: number): void => {
      delayMs = ms;
    },
    /** Resets every connection and refuses new ones. */
    cut: (): void => {
      broken = true;
      reset();
    },
    /** Keeps connections open but forwards nothing, like a dead link. */
    stall: (): void => {
      stalled ??= new Promise((resolve) => {
        release = resolve;
      });
    },
    /** Forwards everything again. */
    resume: restore,
    /** Closes it permanently. */
    async close(): Promise<void> {
      restore();
      reset();
      server.close();
      await once(server, 'close');
    },
  };
}
