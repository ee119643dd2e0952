import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import type { BaseConfig, ProcessConfig } from '../config/config.ts';
import type { DurableConsumer } from '../consumer/durable-consumer.ts';
import type { EventConsumer } from '../consumer/event-consumer.ts';
import { createLogger, type Logger } from '../logging/logger.ts';
import { type Migration, runMigrations } from '../migrations/run-migrations.ts';
import { closeMongo, connectMongo, createCollections, waitForMongo } from '../mongo/connect-mongo.ts';
import { isMongoUnavailable } from '../mongo/mongo-errors.ts';
import { connectNats, type NatsConnectionManager } from '../nats/connect-nats.ts';
import { createOutboxRelay, type OutboxRelay } from '../outbox/outbox-relay.ts';
import { startTracing, type Tracing } from '../tracing/tracing.ts';

const prepareRetryMs = 500;

/** The parts of every process, including the gateway. */
export interface ProcessDeps<C extends ProcessConfig = ProcessConfig> {
  readonly name: string;
  readonly config: C;
  readonly logger: Logger;
  readonly nats: NatsConnectionManager;
  readonly tracing: Tracing;
}

/** The parts of a service. Pass it to `createApp`, `transact` and `startEventConsumer`, and close it at the end. */
export interface Service<C extends BaseConfig = BaseConfig> extends ProcessDeps<C> {
  readonly connection: Connection;
  readonly relay: OutboxRelay;
  /** Running consumers of `startEventConsumer`. */
  readonly consumers: Set<EventConsumer>;
  /** Running consumers of `startRecordConsumer`. */
  readonly recordConsumers: Set<DurableConsumer>;
  /**
   * Waits for MongoDB, creates the collections, runs the migrations and `work`, and starts the relay. Register the
   * models first. It restarts when MongoDB becomes unavailable in between, so `work` must be idempotent.
   */
  prepare(work?: () => Promise<void>): Promise<void>;
  /** Whether `prepare` is complete; the service is not ready before. */
  isPrepared(): boolean;
  /** Stops consumers and relay after their current work, then closes NATS and MongoDB. */
  close(): Promise<void>;
}

/** Opens a process without a database; connects to NATS in the background. Returns immediately. */
export function openStatelessService<C extends ProcessConfig>(options: {
  name: string;
  config: C;
  logger?: Logger;
}): ProcessDeps<C> {
  const { name, config } = options;
  const logger = options.logger ?? createLogger({ service: name, level: config.LOG_LEVEL });
  // Must run before anything that can be traced is created.
  const tracing = startTracing({ name, endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT, logger });
  const nats = connectNats(config.NATS_URL, {
    name,
    logger,
    streams: { eventsMaxBytes: config.EVENTS_MAX_BYTES, replicas: config.STREAM_REPLICAS },
  });
  return { name, config, logger, nats, tracing };
}

/** Opens a service; connects to MongoDB and NATS in the background. Returns immediately. */
export function openService<C extends BaseConfig>(options: {
  name: string;
  config: C;
  logger?: Logger;
  /** All migrations of the service, in order. `prepare` runs those that the database has not had. */
  migrations?: readonly Migration<NoInfer<C>>[];
}): Service<C> {
  const deps = openStatelessService(options);
  const { name, config, logger, nats } = deps;
  const timeoutMs = config.MONGODB_TIMEOUT_MS;
  const connection = connectMongo(config.MONGODB_URI, { appName: name, timeoutMs, logger });
  const relay = createOutboxRelay({ connection, nats, logger });
  const consumers = new Set<EventConsumer>();
  const recordConsumers = new Set<DurableConsumer>();
  let prepared = false;
  return {
    ...deps,
    connection,
    relay,
    consumers,
    recordConsumers,
    async prepare(work) {
      await waitForMongo(connection);
      await retryWhileMongoUnavailable(async () => {
        await createCollections(connection);
        await runMigrations({ connection, relay, logger, config }, options.migrations ?? []);
        await work?.();
      });
      relay.start();
      prepared = true;
    },
    isPrepared: () => prepared,
    async close() {
      await Promise.all([...consumers, ...recordConsumers].map((consumer) => consumer.stop()));
      await relay.stop();
      await nats.close();
      await closeMongo(connection);
      await deps.tracing.stop();
    },
  };
}

async function retryWhileMongoUnavailable(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isMongoUnavailable(error)) throw error;
      await delay(prepareRetryMs);
    }
  }
}
