import type { Logger } from '@khmer-learning/service-kit';

const reportIntervalMs = 10_000;
/** Maximum number of keys in one report (contracts, `internal.apiKeysUsed`). */
const maxPerReport = 1_000;

/** The last use of a key; `at` is an ISO date. */
export type ApiKeyUse = { id: number; at: string };

/** Collects when keys were last used and reports it in batches. */
export interface ApiKeyUsageReporter {
  recordUse(id: number): void;
  /** Stops the timer and reports what is left. */
  stop(): Promise<void>;
}

/** Creates a reporter that reports every 10 s by default. A failed report is retried with the next one. */
export function createApiKeyUsageReporter(options: {
  report: (used: ApiKeyUse[]) => Promise<unknown>;
  logger: Logger;
  everyMs?: number;
}): ApiKeyUsageReporter {
  const lastUsedAt = new Map<number, number>();

  async function flush(): Promise<void> {
    const batch = [...lastUsedAt].slice(0, maxPerReport);
    if (batch.length === 0) return;
    try {
      await options.report(batch.map(([id, at]) => ({ id, at: new Date(at).toISOString() })));
      // A use during the report is newer than what was reported: it stays for the next one.
      for (const [id, at] of batch) if (lastUsedAt.get(id) === at) lastUsedAt.delete(id);
    } catch (error) {
      options.logger.warn({ err: error }, 'API key usage could not be reported');
    }
  }

  const timer = setInterval(() => void flush(), options.everyMs ?? reportIntervalMs);
  timer.unref();
  return {
    recordUse: (id) => lastUsedAt.set(id, Date.now()),
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
}
