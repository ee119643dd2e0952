import { auditSubject } from '@khmer-learning/contracts';
import { everyTick, type Logger, type NatsConnectionManager } from '@khmer-learning/service-kit';
import type { ReleaseStore } from './release-store.ts';

const intervalMs = 1_000;
/** Older records have been published by a gateway that ran then; the audit log may have removed them since. */
const maxAgeMs = 24 * 60 * 60_000;

/**
 * Publishes the audit records that are stored with the releases, so that a change and its record cannot part. Every gateway
 * publishes each of them once; the stream and the audit log ignore a record that they have.
 */
export function startReleaseAuditor(options: {
  store: Pick<ReleaseStore, 'all'>;
  nats: NatsConnectionManager;
  logger: Logger;
}): { stop(): void } {
  const { store, nats, logger } = options;
  let published: ReadonlySet<string> = new Set();
  let isRunning = false;

  async function publish(): Promise<void> {
    const { connection } = nats;
    if (isRunning || !connection || !nats.isConnected()) return;
    isRunning = true;
    const records = [...store.all().values()]
      .flatMap(({ value }) => value.records.toReversed())
      .filter(({ at }) => Date.now() - Date.parse(at) < maxAgeMs);
    const done = new Set(records.map(({ id }) => id).filter((id) => published.has(id)));
    for (const record of records.filter(({ id }) => !done.has(id))) {
      try {
        await connection
          .jetstream()
          .publish(auditSubject(record), JSON.stringify(record), { msgID: record.id });
        done.add(record.id);
      } catch (error) {
        logger.warn({ err: error, record }, 'Could not publish an audit record; it will be tried again');
      }
    }
    published = done;
    isRunning = false;
  }

  return { stop: everyTick(intervalMs, () => void publish()) };
}
