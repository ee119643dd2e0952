import type { Connection } from 'mongoose';
import type { BaseConfig, ProcessConfig } from '../config/config.ts';
import type { EventConsumer } from '../consumer/consumer.ts';
import { createLogger, type Logger } from '../logging/logger.ts';
import { closeMongo, connectMongo, createCollections, mongoConnected } from '../mongo/connect-mongo.ts';
import { connectNats, type NatsLink } from '../nats/connect-nats.ts';
import { createOutboxRelay, type OutboxRelay } from '../outbox/outbox-relay.ts';

/** What every process has: the gateway has this much. */
export interface ProcessDeps<C extends ProcessConfig = ProcessConfig> {
  readonly name: string;
  readonly config: C;
  readonly logger: Logger;
  readonly nats: NatsLink;
}

/** What a service has: pass it to `createApp`, `transact`, `startConsumer`, and let it be closed. */
export interface Service<C extends BaseConfig = BaseConfig> extends ProcessDeps<C> {
  readonly connection: Connection;
  readonly relay: OutboxRelay;
  /** Those that `startConsumer` has started and nobody has stopped. */
  readonly consumers: Set<EventConsumer>;
  /**
   * Once MongoDB is there: creates collections, runs `work`, starts the relay.
   * Register the models first.
   */
  prepare(work?: () => Promise<void>): Promise<void>;
  /** Whether `prepare` has done its work; the service is not ready before. */
  isPrepared(): boolean;
  /** Stops consumers and relay after what is under way, then leaves NATS and MongoDB. */
  close(): Promise<void>;
}

export function openProcess<C extends ProcessConfig>(options: {
  name: string;
  config: C;
  logger?: Logger;
}): ProcessDeps<C> {
  const { name, config } = options;
  const logger = options.logger ?? createLogger({ service: name, level: config.LOG_LEVEL });
  const nats = connectNats(config.NATS_URL, {
    name,
    logger,
    streams: { eventsMaxBytes: config.EVENTS_MAX_BYTES },
  });
  return { name, config, logger, nats };
}

/** Begins connecting to MongoDB and NATS. Returns at once; waits for neither. */
export function openService<C extends BaseConfig>(options: {
  name: string;
  config: C;
  logger?: Logger;
}): Service<C> {
  const deps = openProcess(options);
  const { name, config, logger, nats } = deps;
  const connection = connectMongo(config.MONGODB_URI, { appName: name, logger });
  const relay = createOutboxRelay({ connection, nats, logger });
  const consumers = new Set<EventConsumer>();
  let prepared = false;
  return {
    ...deps,
    connection,
    relay,
    consumers,
    async prepare(work) {
      await mongoConnected(connection);
      await createCollections(connection);
      await work?.();
      relay.start();
      prepared = true;
    },
    isPrepared: () => prepared,
    async close() {
      await Promise.all([...consumers].map((consumer) => consumer.stop()));
      await relay.stop();
      await nats.close();
      await closeMongo(connection);
    },
  };
}
