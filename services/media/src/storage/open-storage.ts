import type { MediaConfig } from '../config.ts';
import { diskStorage } from './disk-storage.ts';
import { s3Storage } from './s3-storage.ts';
import type { Storage } from './storage.ts';

/** The storage that the settings name. */
export function openStorage(config: MediaConfig): Storage {
  if (config.S3_ENDPOINT === undefined) return diskStorage(config.UPLOADS_DIR);
  return s3Storage({
    endpoint: config.S3_ENDPOINT,
    region: config.S3_REGION,
    accessKeyId: config.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: config.S3_SECRET_ACCESS_KEY ?? '',
  });
}
