import type { Server } from 'node:http';
import { isIPv6 } from 'node:net';
import { type Logger, networkOf } from '@khmer-learning/service-kit';
import type { TrustProxy } from './client-address.ts';

const logIntervalMs = 10_000;

/**
 * Limits the open connections of a server: in all, and of one IPv4 address or one customer's IPv6 network. Further ones
 * are closed at once. A trusted proxy has the connections of all its clients, and counts only in all.
 */
export function limitConnections(
  server: Server,
  options: { max: number; maxPerAddress: number; trustProxy: TrustProxy; logger: Logger },
): void {
  const { max, maxPerAddress, trustProxy, logger } = options;
  const isProxy = trustProxy || (() => false);
  const counts = new Map<string, number>();
  let loggedAt = Number.NEGATIVE_INFINITY;
  function logRefusal(reason: string, address: string | undefined): void {
    if (performance.now() - loggedAt < logIntervalMs) return;
    loggedAt = performance.now();
    logger.warn({ reason, address }, 'Connections refused');
  }

  server.maxConnections = max;
  server.on('drop', (socket) => logRefusal('too many in all', socket?.remoteAddress));
  server.on('connection', (socket) => {
    const address = socket.remoteAddress;
    if (address === undefined || isProxy(address, 0)) return;
    const source = isIPv6(address) && !address.startsWith('::ffff:') ? networkOf(address) : address;
    const count = (counts.get(source) ?? 0) + 1;
    if (count > maxPerAddress) {
      logRefusal('too many of one address', address);
      socket.destroy();
      return;
    }
    counts.set(source, count);
    socket.once('close', () => {
      const left = (counts.get(source) ?? 1) - 1;
      if (left > 0) counts.set(source, left);
      else counts.delete(source);
    });
  });
}
