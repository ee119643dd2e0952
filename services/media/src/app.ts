import multipart from '@fastify/multipart';
import { fileDeadJobsList, fileDeadJobsRetry } from '@khmer-learning/contracts';
import { createApp, createJobRunner, type EventConsumer, type Service } from '@khmer-learning/service-kit';
import type { MediaConfig } from './config.ts';
import { decoderQueues } from './decoders/run-decoder.ts';
import { filesOf } from './files/file.model.ts';
import { fileRoutes } from './files/file.routes.ts';
import { createThumbnailService } from './files/thumbnails.ts';
import {
  fileUsagesOf,
  isFileUsageUpToDate,
  startFileUsageConsumer,
} from './garbage-collection/file-usage.consumer.ts';
import {
  deleteStaleTempFiles,
  garbageCollectionJob,
  readStoredBytes,
} from './garbage-collection/garbage-collection.job.ts';
import { createUploadCounter } from './metrics.ts';
import { createStorage } from './storage/create-storage.ts';
import type { FileStorage } from './storage/storage.ts';
import { uploadRoutes } from './uploads/upload.routes.ts';
import { createUploadService } from './uploads/upload.service.ts';

export type MediaApp = ReturnType<typeof buildApp>;

/** Replacements and additions of an installation or a test. */
export interface MediaOptions {
  /** Where files are stored; by default as configured. */
  readonly storage?: FileStorage;
  /** The built `*.worker.ts`; by default those beside the built service. */
  readonly workers?: { readonly image: URL; readonly recording: URL };
  /** The clock that decides how long files have been unused. */
  readonly now?: () => Date;
}

const garbageCollectionMs = 3_600_000;

export function buildApp(service: Service<MediaConfig>, options: MediaOptions = {}) {
  const { connection, config, logger, nats } = service;
  const { storage = createStorage(config), now = () => new Date() } = options;
  const {
    workers = {
      image: new URL('./decoders/image.worker.js', import.meta.url),
      recording: new URL('./decoders/recording.worker.js', import.meta.url),
    },
  } = options;
  // Registered before the service creates collections and indexes.
  filesOf(connection);
  fileUsagesOf(connection);

  const app = createApp(service, {
    ready: {
      originals: decoderQueues.originals.isMoving,
      thumbnails: decoderQueues.thumbnails.isMoving,
      recordings: decoderQueues.recordings.isMoving,
    },
  });
  const countUpload = createUploadCounter(app.metrics.registry, () => readStoredBytes(connection));
  // `receiveFile` detects a file that is too large by its truncated stream, and answers with its own message.
  void app.register(multipart, { throwFileSizeLimit: false });
  void app.register(async (scope) => {
    uploadRoutes(scope, createUploadService(service, { storage, countUpload, workers, now }));
    fileRoutes(scope, connection, storage, createThumbnailService(storage, logger, workers.image));
  });

  let usageConsumer: EventConsumer | undefined;
  const jobs = createJobRunner(app, service);
  jobs.mountDeadJobs({ list: fileDeadJobsList, retry: fileDeadJobsRetry });
  const wakeJobs = jobs.register(
    garbageCollectionJob({
      connection,
      storage,
      logger,
      unusedDays: config.UNUSED_FILE_RETENTION_DAYS,
      isFileUsageUpToDate: async () =>
        usageConsumer !== undefined && isFileUsageUpToDate(nats, usageConsumer),
      now,
      everyMs: garbageCollectionMs,
    }),
  );

  return {
    app,
    /** Starts the consumer of file usages. Requires the collections. */
    start(): void {
      usageConsumer = startFileUsageConsumer(service, now);
      deleteStaleTempFiles({ storage, now }).catch((error: unknown) =>
        logger.warn({ err: error }, 'Temporary files of ended processes were not deleted'),
      );
    },
    /** Looks for due jobs now. */
    wakeJobs,
    async stop(): Promise<void> {
      await usageConsumer?.stop();
    },
  };
}
