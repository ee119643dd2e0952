import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import type { Logger } from 'pino';
import { outboxOf } from './outbox-row.ts';

/** A row that the stream has, or need not have. */
export interface SentRow {
  readonly id: string;
  /** undefined when a newer version had overtaken it. */
  readonly streamSeq: number | undefined;
}

const maxBatchSize = 1_000;
/** How long the first one waits for company: nobody waits for a mark, and one costs about as much as many. */
const lingerMs = 25;

/** Marks rows sent, as many with one write as have come together. */
export interface SentMarker {
  mark(sent: SentRow): void;
  /** Resolves once everything marked so far is written, or given up. */
  settled(): Promise<void>;
}

/** @param onSettled told each row's id afterwards; one whose mark failed is simply found again as a leftover */
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
      // A lost mark does no harm: the stream recognises the row.
      { ordered: false, writeConcern: { w: 1 } },
    );
  }

  async function run(): Promise<void> {
    while (pending.length > 0) {
      await delay(lingerMs);
      const batch = pending.slice(0, maxBatchSize);
      pending = pending.slice(maxBatchSize);
      await write(batch).catch((error: unknown) =>
        logger.warn({ err: error }, 'Sent events could not be marked'),
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
