import multipart from '@fastify/multipart';
import { createApp, type EventConsumer, type Service } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { MediaConfig } from './config.ts';
import { filesOf } from './files/file.model.ts';
import { fileRoutes } from './files/file.routes.ts';
import { createThumbnails } from './files/thumbnails.ts';
import { mediaMetrics } from './metrics.ts';
import { openStorage } from './storage/open-storage.ts';
import type { Storage } from './storage/storage.ts';
import { uploadRoutes } from './uploads/upload.routes.ts';
import { createUploadService } from './uploads/upload.service.ts';
import { type PeriodicSweep, sweepPeriodically } from './uses/periodic-sweep.ts';
import { sweep } from './uses/sweep.ts';
import { usesOf } from './uses/use.model.ts';
import { startUses, usesAreKnown } from './uses/uses.consumer.ts';

export interface MediaApp {
  readonly app: FastifyInstance;
  /** Follows the uses of files and removes unused ones from time to time; call it once the collections exist. */
  start(): void;
  /** Looks for unused files now. */
  sweep(): Promise<void>;
  /** Ends what `start` has begun. */
  stop(): Promise<void>;
}

export interface MediaOptions {
  /** Where files are kept, as the settings say unless told. */
  readonly storage?: Storage;
  /** The clock by which files are unused for long. */
  readonly now?: () => Date;
}

const minuteMs = 60_000;

/** Builds the service without listening. */
export function buildApp(service: Service<MediaConfig>, options: MediaOptions = {}): MediaApp {
  const { connection, config, logger, nats } = service;
  const { storage = openStorage(config), now = () => new Date() } = options;
  // Registered before the service creates collections and indexes.
  filesOf(connection);
  usesOf(connection);

  const app = createApp(service);
  const metrics = mediaMetrics(app.metrics.registry);
  // A file that is too large is told from its stream, with our own words.
  void app.register(multipart, { throwFileSizeLimit: false });
  void app.register(async (scope) => {
    uploadRoutes(scope, createUploadService({ service, storage, metrics, logger, now }));
    fileRoutes(scope, { storage, thumbnails: createThumbnails({ storage, metrics, logger }) });
  });

  let uses: EventConsumer | undefined;
  let periodic: PeriodicSweep | undefined;
  const sweepNow = () =>
    sweep({
      connection,
      storage,
      metrics,
      logger,
      unusedDays: config.UNUSED_FILE_DAYS,
      usesAreKnown: async () => uses !== undefined && usesAreKnown(nats, uses),
      now,
    });

  return {
    app,
    start() {
      uses = startUses(service, now);
      periodic = sweepPeriodically(sweepNow, { everyMs: config.SWEEP_EVERY_MINUTES * minuteMs, logger });
    },
    sweep: sweepNow,
    async stop() {
      await periodic?.stop();
      await uses?.stop();
    },
  };
}
