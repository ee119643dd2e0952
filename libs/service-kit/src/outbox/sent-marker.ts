import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import type { Logger } from 'pino';
import { outboxOf } from './outbox-row.ts';

/** A row that was published, or was superseded. */
export interface SentRow {
  readonly id: string;
  /** undefined when a newer version was published first. */
  readonly streamSeq: number | undefined;
}

const maxBatchSize = 1_000;
/** How long the first row waits for others: nothing depends on the mark, and a batch costs about as much as one row. */
const lingerMs = 25;

/** Marks rows as sent, in batches. */
export interface SentMarker {
  mark(sent: SentRow): void;
  /** Resolves when all rows marked so far are written or have failed. */
  settled(): Promise<void>;
}

/**
 * Creates a marker of sent rows.
 *
 * @param onSettled called with each row's id afterwards; a row whose mark failed is found again by polling
 */
export function createSentMarker(
  connection: Connection,
  logger: Logger,
  onSettled: (id: string) => void,
): SentMarker {
  let pending: SentRow[] = [];
  let running: Promise<void> | undefined;

  async function write(batch: readonly SentRow[]): Promise<void> {
    const sentAt = new Date();
    await outboxOf(connection).bulkWrite(
      batch.map(({ id, streamSeq }) => ({
        updateOne: {
          filter: { _id: id },
          update: {
            $unset: { unsentSince: '' },
            $set: { sentAt, ...(streamSeq === undefined ? {} : { streamSeq }) },
          },
        },
      })),
      // A lost mark is harmless: the stream detects the duplicate.
      { ordered: false, writeConcern: { w: 1 } },
    );
  }

  async function run(): Promise<void> {
    while (pending.length > 0) {
      await delay(lingerMs);
      const batch = pending.slice(0, maxBatchSize);
      pending = pending.slice(maxBatchSize);
      await write(batch).catch((error: unknown) =>
        logger.warn({ err: error }, 'Could not mark events as sent'),
      );
      for (const { id } of batch) onSettled(id);
    }
    running = undefined;
  }

  return {
    mark(sent) {
      pending.push(sent);
      running ??= run();
    },
    settled: async () => running,
  };
}
