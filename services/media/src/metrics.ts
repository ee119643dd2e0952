import { Counter, Gauge, type Registry } from 'prom-client';
import type { UploadRejectionReason } from './uploads/upload-rejected-error.ts';

/** The outcome of an upload: stored, rejected for a reason, aborted by the client, or failed by a server error. */
export type UploadOutcome = 'stored' | UploadRejectionReason | 'aborted' | 'failed';

/** Metrics of the storage. */
export interface StorageMetrics {
  /** Stored bytes, including thumbnails; measured by each garbage collection and incremented in between. */
  readonly storedBytes: Gauge;
}

/** Metrics of this service. */
export interface MediaMetrics extends StorageMetrics {
  countUpload(outcome: UploadOutcome): void;
}

/** Registers the metrics `uploads_total` and `storage_bytes`. */
export function createMediaMetrics(registry: Registry): MediaMetrics {
  const uploads = new Counter({
    name: 'uploads_total',
    help: 'Uploads by outcome',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  const storedBytes = new Gauge({
    name: 'storage_bytes',
    help: 'Bytes stored, thumbnails included',
    registers: [registry],
  });
  return { storedBytes, countUpload: (outcome) => uploads.inc({ outcome }) };
}
