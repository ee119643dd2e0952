import { connect } from 'node:net';

const headEnd = Buffer.from('\r\n\r\n');

/**
 * Sends GET requests over keep-alive connections for a given time, one at a time on each.
 *
 * It neither decodes nor stores bodies: a client that decodes Khmer spends more time on it than the server does on the
 * answer, and would measure itself.
 *
 * @param pathOf the path of each request, by its number
 * @returns answers per second
 * @throws when an answer is not 200
 */
export async function measureRaw(options: {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly pathOf: (number: number) => string;
  readonly seconds: number;
  readonly connections: number;
}): Promise<number> {
  const { hostname, port, host } = new URL(options.url);
  const lines = Object.entries({ host, ...options.headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1\r\n${lines.join('')}\r\n`;
  const endsAt = performance.now() + options.seconds * 1_000;
  let sent = 0;
  let answered = 0;

  const runConnection = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      socket.setNoDelay(true);
      let rest = Buffer.alloc(0);
      /** Bytes of the current body that have not arrived yet; -1 while its head has not. */
      let missing = -1;
      const send = () => {
        if (performance.now() >= endsAt) {
          socket.end();
          resolve();
          return;
        }
        socket.write(`GET ${options.pathOf(sent)} ${head}`);
        sent += 1;
      };
      socket.on('connect', send);
      socket.on('error', reject);
      socket.on('data', (chunk) => {
        if (missing > 0) {
          missing -= chunk.length;
        } else {
          rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
          const end = rest.indexOf(headEnd);
          if (end < 0) return;
          const answerHead = rest.toString('latin1', 0, end);
          const length = Number(/\r\ncontent-length: (\d+)/i.exec(answerHead)?.[1]);
          if (!answerHead.startsWith('HTTP/1.1 200') || Number.isNaN(length)) {
            reject(new Error(`${options.url} answered ${answerHead.split('\r\n')[0]}`));
            return;
          }
          missing = length - (rest.length - end - headEnd.length);
          rest = Buffer.alloc(0);
        }
        if (missing > 0) return;
        missing = -1;
        answered += 1;
        send();
      });
    });

  await Promise.all(Array.from({ length: options.connections }, runConnection));
  return answered / options.seconds;
}
