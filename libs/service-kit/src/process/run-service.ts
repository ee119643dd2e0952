import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { BaseConfig, ProcessConfig } from '../config/config.ts';
import type { Logger } from '../logging/logger.ts';
import type { Migration } from '../migrations/run-migrations.ts';
import { openService, openStatelessService, type ProcessDeps, type Service } from './open-service.ts';

/** Maximum duration of a shutdown after the drain. */
const shutdownTimeoutMs = 8_000;

/** A running HTTP server. */
export type RunningServer = Awaited<ReturnType<typeof listen>>;

/**
 * Runs a service: connections, app, HTTP server and consumers. SIGTERM and SIGINT stop it gracefully.
 *
 * It listens immediately, alive but not ready, and answers calls with 503. When MongoDB is available, it creates collections, runs the migrations
 * and `prepare` (`buildApp` must have registered the models), and starts relay and consumers.
 */
export async function runService<C extends BaseConfig>(options: {
  name: string;
  config: C;
  buildApp: (service: Service<C>) => FastifyInstance;
  /** All migrations of the service, in order. */
  migrations?: readonly Migration<NoInfer<C>>[];
  /** Work that needs the database before the service is ready, such as creating the first admin. */
  prepare?: (service: Service<C>) => Promise<void>;
  /** Calls `startEventConsumer` for each durable. */
  startConsumers?: (service: Service<C>) => void;
}): Promise<RunningServer> {
  const service = openService(options);
  const app = options.buildApp(service);
  const running = await listen(app, service, () => service.close());
  service
    .prepare(() => options.prepare?.(service) ?? Promise.resolve())
    .then(() => options.startConsumers?.(service))
    .catch((error: unknown) => {
      service.logger.fatal({ err: error }, 'Service preparation failed');
      process.exitCode = 1;
      void running.stop().then(() => process.exit());
    });
  return running;
}

/** Runs a process without a database: the gateway. */
export async function runStatelessService<C extends ProcessConfig>(options: {
  name: string;
  config: C;
  buildApp: (deps: ProcessDeps<C>) => FastifyInstance;
}): Promise<RunningServer> {
  const deps = openStatelessService(options);
  return listen(options.buildApp(deps), deps, async () => {
    await deps.nats.close();
    await deps.tracing.stop();
  });
}

async function listen(app: FastifyInstance, { config, logger }: ProcessDeps, close: () => Promise<void>) {
  const address = await app.listen({ host: config.HOST, port: config.PORT });
  logger.info({ address }, 'Listening');

  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= stopGracefully(app, config.SHUTDOWN_DRAIN_MS, close, logger);
    return stopping;
  };
  handleShutdownSignals(stop, config.SHUTDOWN_DRAIN_MS, logger);
  return {
    /** `http://127.0.0.1:4101` */
    address,
    /** Shuts down gracefully, like SIGTERM. */
    stop,
  };
}

async function stopGracefully(
  app: FastifyInstance,
  drainMs: number,
  close: () => Promise<void>,
  logger: Logger,
): Promise<void> {
  logger.info('Stopping');
  app.startDraining();
  await delay(drainMs);
  await app.close();
  await close();
  logger.info('Stopped');
}

function handleShutdownSignals(stop: () => Promise<void>, drainMs: number, logger: Logger): void {
  const onSignal = (signal: NodeJS.Signals) => {
    // Do not wait for hanging operations, such as an unavailable database.
    setTimeout(() => {
      logger.error({ signal }, 'Shutdown timed out');
      process.exit(1);
    }, drainMs + shutdownTimeoutMs).unref();
    stop().then(
      () => process.exit(),
      (error: unknown) => {
        logger.error({ err: error }, 'Shutdown failed');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, onSignal);
  process.once('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'Uncaught exception');
    process.exit(1);
  });
}
