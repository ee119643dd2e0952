import { Counter, Gauge, type Registry } from 'prom-client';
import type { UploadRejectionReason } from './uploads/upload-rejected-error.ts';

/** How an upload ended: stored, refused for a reason, given up by its author, or failed by us. */
export type UploadOutcome = 'stored' | UploadRejectionReason | 'aborted' | 'failed';

export interface StorageMetrics {
  /** What is stored, small copies included; counted by every sweep, and kept up with in between. */
  readonly storedBytes: Gauge;
}

export interface MediaMetrics extends StorageMetrics {
  countUpload(outcome: UploadOutcome): void;
}

export function createMediaMetrics(registry: Registry): MediaMetrics {
  const uploads = new Counter({
    name: 'uploads_total',
    help: 'Uploads by how they ended',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  const storedBytes = new Gauge({
    name: 'storage_bytes',
    help: 'Bytes in the storage of uploaded files',
    registers: [registry],
  });
  return { storedBytes, countUpload: (outcome) => uploads.inc({ outcome }) };
}
