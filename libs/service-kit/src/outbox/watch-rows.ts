import type { Connection } from 'mongoose';
import { untilTick } from '../concurrency/pause.ts';
import { onCommit } from './transact.ts';

/** The first pause after a commit of this process, doubled after each look that finds nothing, and the longest one. */
interface Pauses {
  readonly firstMs: number;
  readonly longestMs: number;
}
const defaultPauses: Pauses = { firstMs: 1_000, longestMs: 8_000 };

/** Rows that another process may have left behind, or may be about to. */
export interface WatchedRows {
  readonly collection: string;
  /**
   * Selects them by an index; undefined while nobody needs to know. What it selects keeps the pauses at two seconds.
   *
   * @param soon the time until which the longest pause may last
   */
  filter(soon: Date): object | undefined;
  /** Called after each look that finds such a row or fails: then everybody looks on their own. */
  onFound(): unknown;
  readonly pauses?: Pauses;
}

interface Watcher {
  readonly watched: Set<WatchedRows>;
  readonly stopping: AbortController;
}
const watchers = new WeakMap<Connection, Watcher>();

/**
 * Looks for rows again and again: within a second after a commit of this process, every two seconds while it finds some, and
 * otherwise after pauses that grow to eight seconds. All that a process watches on a connection is one command.
 *
 * @returns a function to stop
 */
export function watchRows(connection: Connection, rows: WatchedRows): () => void {
  const known = watchers.get(connection);
  const watcher = known ?? { watched: new Set(), stopping: new AbortController() };
  watcher.watched.add(rows);
  if (!known) {
    watchers.set(connection, watcher);
    void lookUntilStopped(connection, watcher);
  }
  return () => {
    watcher.watched.delete(rows);
    if (watcher.watched.size > 0) return;
    watchers.delete(connection);
    watcher.stopping.abort();
  };
}

async function lookUntilStopped(connection: Connection, { watched, stopping }: Watcher): Promise<void> {
  const { signal } = stopping;
  /** Aborted by the next commit of this process, which may have stored such a row. */
  let calm = new AbortController();
  const stopListening = onCommit(connection, () => {
    calm.abort();
    calm = new AbortController();
  });
  for (let pauseMs = 0; !signal.aborted; ) {
    const { signal: hasCommitted } = calm;
    const present = [...watched];
    const pauses = present.map((rows) => rows.pauses ?? defaultPauses);
    const firstMs = Math.min(...pauses.map((one) => one.firstMs));
    const longestMs = Math.min(...pauses.map((one) => one.longestMs));
    const found = await look(connection, present, new Date(Date.now() + longestMs)).catch(() => present);
    for (const rows of found) rows.onFound();
    pauseMs = found.length > 0 ? firstMs * 2 : Math.min(Math.max(pauseMs, firstMs) * 2, longestMs);
    await untilTick(pauseMs, AbortSignal.any([signal, hasCommitted]));
    if (!hasCommitted.aborted) continue;
    await untilTick(firstMs, signal);
    pauseMs = firstMs;
  }
  stopListening();
}

/** Those whose filter matches a row. */
async function look(
  connection: Connection,
  watched: readonly WatchedRows[],
  soon: Date,
): Promise<WatchedRows[]> {
  const asked = watched.flatMap((rows) => {
    const $match = rows.filter(soon);
    return $match ? [{ rows, $match }] : [];
  });
  if (asked.length === 0) return [];
  const lookups = asked.map(({ rows, $match }, index) => ({
    $lookup: {
      from: rows.collection,
      pipeline: [{ $match }, { $limit: 1 }, { $project: { _id: 1 } }],
      as: String(index),
    },
  }));
  // The first stage returns one document, whatever the collection has.
  const [answer] = await connection
    .collection('outbox')
    .aggregate<Record<string, unknown[]>>([{ $collStats: {} }, ...lookups])
    .toArray();
  return asked.flatMap(({ rows }, index) => (answer?.[index]?.length ? [rows] : []));
}
