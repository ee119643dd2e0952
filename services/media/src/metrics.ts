import { Counter, Gauge, type Registry } from 'prom-client';
import type { UploadRejectionReason } from './uploads/upload-rejected-error.ts';

/** The outcome of an upload: stored, rejected for a reason, aborted by the client, or failed by a server error. */
export type UploadOutcome = 'stored' | UploadRejectionReason | 'aborted' | 'failed';

/** Registers the metrics `uploads_total` and `storage_bytes`. @returns the function that counts an upload */
export function createUploadCounter(registry: Registry, readStoredBytes: () => Promise<number | undefined>) {
  const uploads = new Counter({
    name: 'uploads_total',
    help: 'Uploads by outcome',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  new Gauge({
    name: 'storage_bytes',
    help: 'Bytes stored, thumbnails included, when they were last counted',
    registers: [registry],
    async collect() {
      const bytes = await readStoredBytes().catch(() => undefined);
      if (bytes !== undefined) this.set(bytes);
    },
  });
  return (outcome: UploadOutcome) => uploads.inc({ outcome });
}
