import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import type { Logger } from 'pino';
import { outboxOf } from './outbox-row.ts';

/** A row that the stream has, or need not have. */
export interface Sent {
  readonly id: string;
  /** undefined when a newer version had overtaken it. */
  readonly streamSeq: number | undefined;
}

const mostAtOnce = 1_000;
/** How long the first one waits for company: nobody waits for a mark, and one costs about as much as many. */
const gatherMs = 25;

/** Marks rows sent, as many with one write as have come together. */
export interface SentMarker {
  mark(sent: Sent): void;
  /** Resolves once everything marked so far is written, or given up. */
  settled(): Promise<void>;
}

/** @param onSettled told each row's id afterwards; one whose mark failed is simply found again as a leftover */
export function createSentMarker(
  connection: Connection,
  logger: Logger,
  onSettled: (id: string) => void,
): SentMarker {
  let waiting: Sent[] = [];
  let running: Promise<void> | undefined;

  async function write(batch: readonly Sent[]): Promise<void> {
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
    while (waiting.length > 0) {
      await delay(gatherMs);
      const batch = waiting.slice(0, mostAtOnce);
      waiting = waiting.slice(mostAtOnce);
      await write(batch).catch((error: unknown) =>
        logger.warn({ err: error }, 'Sent events could not be marked'),
      );
      for (const { id } of batch) onSettled(id);
    }
    running = undefined;
  }

  return {
    mark(sent) {
      waiting.push(sent);
      running ??= run();
    },
    settled: async () => running,
  };
}
