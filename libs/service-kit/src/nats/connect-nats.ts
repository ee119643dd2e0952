import { connect, Events, type NatsConnection } from 'nats';

/** A connection to NATS that is made in the background, never gives up and says honestly how it is. */
export interface NatsLink {
  /** The connection once it was made for the first time; it reconnects by itself afterwards. */
  readonly connection: NatsConnection | undefined;
  /** Whether the server is reachable now, as far as this process can know. */
  isConnected(): boolean;
  /** Resolves with the connection once it was made for the first time. */
  connected(): Promise<NatsConnection>;
  /** Calls back at every connection and reconnection, at once when there is one. Returns the way to stop that. */
  onConnected(listener: (connection: NatsConnection) => void): () => void;
  /** Sends what is under way, then closes for good. */
  close(): Promise<void>;
}

/**
 * Connects to NATS without holding up the start (reliability: client defaults close for good after 20 s).
 *
 * @param url `nats://host:port`, several separated by commas
 * @param options.name shown in NATS' own connection list
 */
export function connectNats(url: string, options: { name: string }): NatsLink {
  const listeners = new Set<(connection: NatsConnection) => void>();
  let current: NatsConnection | undefined;
  let online = false;
  let closing = false;

  const first = connect({
    servers: url.split(',').map((server) => server.trim()),
    name: options.name,
    maxReconnectAttempts: -1,
    waitOnFirstConnect: true,
    reconnectTimeWait: 250,
    reconnectJitter: 250,
    timeout: 2_000,
    pingInterval: 1_000,
    maxPingOut: 2,
  });
  first.then(watch, () => undefined);

  function announce(connection: NatsConnection): void {
    online = true;
    for (const listener of listeners) listener(connection);
  }

  async function watch(connection: NatsConnection): Promise<void> {
    current = connection;
    if (closing) return connection.close();
    announce(connection);
    for await (const status of connection.status()) {
      if (status.type === Events.Disconnect) online = false;
      if (status.type === Events.Reconnect) announce(connection);
    }
    online = false;
  }

  return {
    get connection() {
      return current;
    },
    isConnected: () => online,
    connected: () => first,
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
