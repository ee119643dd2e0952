import type { apiKeysRecordUsage, BodyOf } from '@khmer-learning/contracts';
import type { Logger } from '@khmer-learning/service-kit';

const reportIntervalMs = 10_000;
/** Maximum number of keys in one report (contracts, `internal.apiKeysUsed`). */
const maxPerReport = 1_000;

/** The use of a key since the last report; `at` is the ISO date of its last call. */
export type ApiKeyUse = BodyOf<typeof apiKeysRecordUsage>['used'][number];

/**
 * Collects how keys are used and reports it in batches, every 10 s by default. It keeps one entry per key, so its size is bounded. A
 * failed report is added to the next one.
 */
export function createApiKeyUsageReporter(options: {
  report: (used: ApiKeyUse[]) => Promise<unknown>;
  logger: Logger;
  everyMs?: number;
}) {
  const unreported = new Map<number, { at: number; calls: number; errors: number; refused: number }>();

  function add(id: number, use: { at: number; calls: number; errors: number; refused: number }): void {
    const known = unreported.get(id) ?? { at: 0, calls: 0, errors: 0, refused: 0 };
    known.at = Math.max(known.at, use.at);
    known.calls += use.calls;
    known.errors += use.errors;
    known.refused += use.refused;
    unreported.set(id, known);
  }

  async function flush(): Promise<void> {
    const batch = [...unreported].slice(0, maxPerReport);
    if (batch.length === 0) return;
    for (const [id] of batch) unreported.delete(id);
    try {
      await options.report(batch.map(([id, use]) => ({ id, ...use, at: new Date(use.at).toISOString() })));
    } catch (error) {
      for (const [id, use] of batch) add(id, use);
      options.logger.warn({ err: error }, 'API key usage could not be reported');
    }
  }

  const timer = setInterval(() => void flush(), options.everyMs ?? reportIntervalMs);
  timer.unref();
  return {
    /** Counts an answered call. @param status of the response */
    recordUse(id: number, status: number): void {
      const refused = status === 429 ? 1 : 0;
      add(id, { at: Date.now(), calls: 1, errors: status >= 400 ? 1 - refused : 0, refused });
    },
    /** Stops the timer and reports what is left. */
    async stop(): Promise<void> {
      clearInterval(timer);
      await flush();
    },
  };
}
