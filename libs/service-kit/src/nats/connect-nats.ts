import { setTimeout as delay } from 'node:timers/promises';
import { natsInboxPrefix } from '@khmer-learning/contracts';
import { type ConnectionOptions, connect, createInbox, Events, type NatsConnection, type Status } from 'nats';
import type { Logger } from 'pino';
import { onTick } from '../concurrency/pause.ts';
import { createMissingStreams, type StreamSettings } from './streams.ts';

/** A NATS connection that is established in the background, reconnects forever and reports its status. */
export type NatsConnectionManager = ReturnType<typeof connectNats>;

const retryDelayMs = 250;
/** How often to look whether the server answers what is sent to it. The client itself pings now and then. */
const checkIntervalMs = 1_000;
const idlePingIntervalMs = 30_000;
/** A server that has been silent for a second and does not answer a ping within this time is given up. */
const pingTimeoutMs = 1_000;
const logIntervalMs = 10_000;
const maxLoggedDenials = 100;

/** Settings of `connectNats`. */
export interface ConnectNatsOptions {
  readonly name: string;
  readonly streams?: StreamSettings;
  readonly logger?: Logger;
}

/**
 * Connects to NATS in the background (with the client's defaults, the connection closes permanently
 * after 20 s). Permission errors are logged.
 *
 * @param url `nats://user:password@host:port`, several separated by commas; the first one's credentials are used. `tls://`
 *   connects only with TLS; Node's `NODE_EXTRA_CA_CERTS` names the certificates of your own authority
 * @param options.name shown in NATS' connection list
 * @param options.streams settings of the streams to create on a connect when they are missing; none when absent
 */
export function connectNats(url: string, options: ConnectNatsOptions) {
  const listeners = new Set<(connection: NatsConnection) => void>();
  const loggedDenials = new Set<string>();
  let current: NatsConnection | undefined;
  let online = false;
  let closing = false;
  let pendingCreation: Promise<void> | undefined;

  // Replaces nats.js' `waitOnFirstConnect`, which cannot be cancelled.
  async function connectFirst(): Promise<NatsConnection> {
    let lastLoggedAt = Number.NEGATIVE_INFINITY;
    while (!closing) {
      try {
        return await connect({
          ...natsOptionsOf(url),
          name: options.name,
          maxReconnectAttempts: -1,
          reconnectTimeWait: 250,
          reconnectJitter: 250,
          timeout: 2_000,
          pingInterval: idlePingIntervalMs,
          maxPingOut: 1,
        });
      } catch (error) {
        if (performance.now() - lastLoggedAt > logIntervalMs) {
          lastLoggedAt = performance.now();
          options.logger?.warn({ err: error }, 'NATS cannot be reached');
        }
        await delay(retryDelayMs);
      }
    }
    throw new Error('The NATS connection was closed');
  }

  async function createStreams(): Promise<void> {
    if (!options.streams || !current || closing) return;
    await createMissingStreams(current, options.streams).catch((error: unknown) =>
      options.logger?.warn({ err: error }, 'Could not create the missing streams'),
    );
  }

  function createOnce(): Promise<void> {
    pendingCreation ??= createStreams().finally(() => {
      pendingCreation = undefined;
    });
    return pendingCreation;
  }

  async function notifyConnected(connection: NatsConnection): Promise<void> {
    online = true;
    await createOnce();
    if (online) for (const listener of listeners) listener(connection);
  }

  async function watchStatus(connection: NatsConnection): Promise<void> {
    current = connection;
    if (closing) return connection.close();
    void notifyConnected(connection);
    void checkWhileSending(connection);
    for await (const status of connection.status()) {
      if (status.type === Events.Disconnect) online = false;
      if (status.type === Events.Reconnect) void notifyConnected(connection);
      if (status.permissionContext) logPermissionDenial(status.permissionContext);
    }
    online = false;
  }

  /** Connects again when the server is silent although something was sent to it: two to three seconds after that. */
  async function checkWhileSending(connection: NatsConnection): Promise<void> {
    let last = connection.stats();
    let isAnswerDue = false;
    while (!connection.isClosed()) {
      await new Promise<void>((resolve) => onTick(checkIntervalMs, resolve));
      const stats = connection.stats();
      const mustPing = online && isAnswerDue && stats.inMsgs === last.inMsgs;
      isAnswerDue = stats.outMsgs !== last.outMsgs;
      last = stats;
      if (!mustPing) continue;
      const timer = setTimeout(() => connection.reconnect().catch(() => undefined), pingTimeoutMs).unref();
      // Rejects when the connection is lost.
      await connection.flush().catch(() => undefined);
      clearTimeout(timer);
    }
  }

  /** Logs each subject once, as denied operations are retried continuously. */
  function logPermissionDenial({ operation, subject }: NonNullable<Status['permissionContext']>): void {
    const denial = `${operation} ${subject}`;
    if (loggedDenials.has(denial)) return;
    if (loggedDenials.size === maxLoggedDenials) loggedDenials.clear();
    loggedDenials.add(denial);
    options.logger?.error({ operation, subject }, 'NATS denied permission to the user');
  }

  const first = connectFirst();
  first.then(watchStatus, () => undefined);

  return {
    /** The connection, undefined until first established; it reconnects automatically afterwards. */
    get connection() {
      return current;
    },
    /** Whether the connection is up, as far as this process knows. */
    isConnected: (): boolean => online,
    /** A subject for replies to this process, which its NATS user may subscribe to. */
    createInbox: (): string => createInbox(natsOptionsOf(url).inboxPrefix),
    /** Resolves when the connection is first established; rejects when closed before. */
    whenConnected: (): Promise<NatsConnection> => first,
    /** Creates the streams that are missing when `options.streams` is set; failures are logged. */
    createMissingStreams: createOnce,
    /**
     * Calls the listener on every connect and reconnect, and immediately when connected. Returns an unsubscribe
     * function.
     */
    onConnected(listener: (connection: NatsConnection) => void): () => void {
      listeners.add(listener);
      if (current && online) listener(current);
      return () => listeners.delete(listener);
    },
    /** Flushes pending messages, then closes permanently. */
    async close(): Promise<void> {
      closing = true;
      listeners.clear();
      if (!current || current.isClosed()) return;
      if (online) await current.drain();
      else await current.close();
    },
  };
}

/** What a `NATS_URL` says, as nats.js takes it: that ignores credentials in a URL. */
export function natsOptionsOf(
  url: string,
): Pick<ConnectionOptions, 'servers' | 'user' | 'pass' | 'inboxPrefix' | 'tls'> {
  const addresses = url.split(',').map((server) => server.trim());
  const first = URL.parse(addresses[0] ?? '');
  return {
    servers: addresses.map((address) => address.replace(/\/\/[^@/]*@/, '//')),
    // Otherwise nats.js goes on without encryption when the server does not ask for it.
    ...(first?.protocol === 'tls:' ? { tls: {} } : {}),
    ...(first?.username ? credentials(first) : {}),
  };
}

function credentials({ username, password }: URL) {
  const user = decodeURIComponent(username);
  return { user, pass: decodeURIComponent(password), inboxPrefix: natsInboxPrefix(user) };
}
