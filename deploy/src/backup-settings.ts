import { baseConfigSchema, loadConfigOrExit, type StreamSettings } from '@khmer-learning/service-kit';
import { z } from 'zod';
import type { UploadStore } from './backup-uploads.ts';
import { databaseNameOf, servicesWithDatabase } from './secrets.ts';

const schema = z.object({
  MONGODB_URI: baseConfigSchema.shape.MONGODB_URI,
  NATS_URL: z.string().min(1),
  EVENTS_MAX_BYTES: baseConfigSchema.shape.EVENTS_MAX_BYTES,
  STREAM_REPLICAS: baseConfigSchema.shape.STREAM_REPLICAS,
  UPLOADS_DIR: z.string().min(1).optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_REGION: z.string().min(1).default('auto'),
  S3_ACCESS_KEY_ID: z.string().min(1).default(''),
  S3_SECRET_ACCESS_KEY: z.string().min(1).default(''),
});

/** The locations of all data in a backup. */
export interface BackupSettings {
  /** A server with all databases; the user needs read and write access. */
  readonly mongoUri: string;
  readonly databases: readonly string[];
  readonly natsUrl: string;
  readonly streams: StreamSettings;
  readonly uploads: UploadStore;
}

/**
 * Reads `MONGODB_URI`, `NATS_URL`, and `UPLOADS_DIR` or `S3_…`, each also from `<NAME>_FILE`. Exits the process if one
 * is missing or invalid.
 */
export function readBackupSettings(): BackupSettings {
  const config = loadConfigOrExit(schema);
  return {
    mongoUri: config.MONGODB_URI,
    databases: servicesWithDatabase.map(databaseNameOf),
    natsUrl: config.NATS_URL,
    streams: { eventsMaxBytes: config.EVENTS_MAX_BYTES, replicas: config.STREAM_REPLICAS },
    uploads: {
      folder: config.UPLOADS_DIR,
      bucket: config.S3_ENDPOINT
        ? {
            endpoint: config.S3_ENDPOINT,
            region: config.S3_REGION,
            accessKeyId: config.S3_ACCESS_KEY_ID,
            secretAccessKey: config.S3_SECRET_ACCESS_KEY,
          }
        : undefined,
    },
  };
}

/** Returns the folder given on the command line; prints `usage` and exits if there is none. */
export function requireFolderArgument(usage: string): string {
  const folder = process.argv[2];
  if (folder !== undefined) return folder;
  console.error(usage);
  process.exit(1);
}
