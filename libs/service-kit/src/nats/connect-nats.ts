import { setTimeout as delay } from 'node:timers/promises';
import { natsInboxPrefix } from '@khmer-learning/contracts';
import { type ConnectionOptions, connect, Events, type NatsConnection, type Status } from 'nats';
import type { Logger } from 'pino';
import { ensureStreams } from './streams.ts';

/** A connection to NATS that is made in the background, never gives up and says honestly how it is. */
export interface NatsConnectionManager {
  /** The connection once it was made for the first time; it reconnects by itself afterwards. */
  readonly connection: NatsConnection | undefined;
  /** Whether the server is reachable now, as far as this process can know. */
  isConnected(): boolean;
  /** Resolves with the connection once it was made for the first time; fails when closed before. */
  whenConnected(): Promise<NatsConnection>;
  /** Calls back at every connection and reconnection, at once when there is one; returns the way to stop that. */
  onConnected(listener: (connection: NatsConnection) => void): () => void;
  /** Creates the streams or brings them up to date, when this link was told how; failures are logged. */
  ensureStreams(): Promise<void>;
  /** Sends what is under way, then closes for good. */
  close(): Promise<void>;
}

const retryDelayMs = 250;
const logIntervalMs = 10_000;
const maxLoggedDenials = 100;

export interface ConnectNatsOptions {
  readonly name: string;
  readonly streams?: { readonly eventsMaxBytes: number };
  readonly logger?: Logger;
}

/**
 * Connects to NATS without holding up the start (reliability: client defaults close for good after 20 s).
 * What the server refuses for want of a permission is an error in the log.
 *
 * @param url `nats://user:password@host:port`, several separated by commas; the first one's credentials count
 * @param options.name shown in NATS' own connection list
 * @param options.streams how to create the streams at every connection; left alone when absent
 */
export function connectNats(url: string, options: ConnectNatsOptions): NatsConnectionManager {
  const listeners = new Set<(connection: NatsConnection) => void>();
  const loggedDenials = new Set<string>();
  let current: NatsConnection | undefined;
  let online = false;
  let closing = false;
  let pendingEnsure: Promise<void> | undefined;

  // Not nats.js' own `waitOnFirstConnect`: it cannot be told to stop.
  async function connectFirst(): Promise<NatsConnection> {
    let lastLoggedAt = Number.NEGATIVE_INFINITY;
    while (!closing) {
      try {
        return await connect({
          ...serversAndCredentials(url),
          name: options.name,
          maxReconnectAttempts: -1,
          reconnectTimeWait: 250,
          reconnectJitter: 250,
          timeout: 2_000,
          pingInterval: 1_000,
          maxPingOut: 2,
        });
      } catch (error) {
        if (performance.now() - lastLoggedAt > logIntervalMs) {
          lastLoggedAt = performance.now();
          options.logger?.warn({ err: error }, 'NATS cannot be reached');
        }
        await delay(retryDelayMs);
      }
    }
    throw new Error('The link to NATS was closed');
  }

  async function ensure(): Promise<void> {
    if (!options.streams || !current || closing) return;
    await ensureStreams(current, options.streams).catch((error: unknown) =>
      options.logger?.warn({ err: error }, 'The streams could not be brought up to date'),
    );
  }

  function ensureOnce(): Promise<void> {
    pendingEnsure ??= ensure().finally(() => {
      pendingEnsure = undefined;
    });
    return pendingEnsure;
  }

  async function notifyConnected(connection: NatsConnection): Promise<void> {
    online = true;
    await ensureOnce();
    if (online) for (const listener of listeners) listener(connection);
  }

  async function watchStatus(connection: NatsConnection): Promise<void> {
    current = connection;
    if (closing) return connection.close();
    void notifyConnected(connection);
    for await (const status of connection.status()) {
      if (status.type === Events.Disconnect) online = false;
      if (status.type === Events.Reconnect) void notifyConnected(connection);
      if (status.permissionContext) logPermissionDenial(status.permissionContext);
    }
    online = false;
  }

  /** Once for each subject: what is refused is tried again and again. */
  function logPermissionDenial({ operation, subject }: NonNullable<Status['permissionContext']>): void {
    const denial = `${operation} ${subject}`;
    if (loggedDenials.has(denial)) return;
    if (loggedDenials.size === maxLoggedDenials) loggedDenials.clear();
    loggedDenials.add(denial);
    options.logger?.error({ operation, subject }, 'NATS refused this: the user has no permission');
  }

  const first = connectFirst();
  first.then(watchStatus, () => undefined);

  return {
    get connection() {
      return current;
    },
    isConnected: () => online,
    whenConnected: () => first,
    ensureStreams: ensureOnce,
    onConnected(listener) {
      listeners.add(listener);
      if (current && online) listener(current);
      return () => listeners.delete(listener);
    },
    async close() {
      closing = true;
      listeners.clear();
      if (!current || current.isClosed()) return;
      if (online) await current.drain();
      else await current.close();
    },
  };
}

/** nats.js itself passes over credentials in an address. */
function serversAndCredentials(
  url: string,
): Pick<ConnectionOptions, 'servers' | 'user' | 'pass' | 'inboxPrefix'> {
  const addresses = url.split(',').map((server) => server.trim());
  const first = URL.parse(addresses[0] ?? '');
  return {
    servers: addresses.map((address) => address.replace(/\/\/[^@/]*@/, '//')),
    ...(first?.username ? credentials(first) : {}),
  };
}

function credentials({ username, password }: URL) {
  const user = decodeURIComponent(username);
  return { user, pass: decodeURIComponent(password), inboxPrefix: natsInboxPrefix(user) };
}
