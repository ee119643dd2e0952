import type { MediaConfig } from '../config.ts';
import { createDiskStorage } from './disk-storage.ts';
import { createS3Storage } from './s3-storage.ts';
import type { FileStorage } from './storage.ts';

/** Creates the configured storage: an S3 bucket when `S3_ENDPOINT` is set, otherwise a folder. */
export function createStorage(config: MediaConfig): FileStorage {
  if (config.S3_ENDPOINT === undefined) return createDiskStorage(config.UPLOADS_DIR);
  return createS3Storage({
    endpoint: config.S3_ENDPOINT,
    region: config.S3_REGION,
    accessKeyId: config.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: config.S3_SECRET_ACCESS_KEY ?? '',
  });
}
