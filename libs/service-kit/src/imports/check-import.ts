import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type ImportLine,
  type ImportOutcome,
  importMessages,
  importOutcomes,
} from '@khmer-learning/contracts';
import type { ImportCollections, StoredImport, StoredLine, StoredWrite } from './import.model.ts';
import { readFile } from './import-file.ts';
import { FileProblem, type Importer, type PlannedWrite } from './import-kind.ts';
import type { ImportLease } from './import-lease.ts';

/** Lines and bytes of writes that are stored together. */
const linesAtOnce = 200;
const bytesAtOnce = 2 * 1024 * 1024;
/** Longest stretch of work between two turns of the event loop. */
const longestStretchMs = 10;

/** No counts yet. */
export function noCounts(): Record<ImportOutcome, number> {
  return { create: 0, change: 0, unchanged: 0, refuse: 0 };
}

/**
 * The dry run: lists what would become of each line of the file, and plans the writes. It always begins anew; what
 * an interrupted one has left belongs to an earlier `run`.
 */
export async function checkImport(
  collections: ImportCollections,
  lease: ImportLease,
  importer: Importer,
): Promise<void> {
  const { lines, writes, chunks } = collections;
  const {
    _id: importId,
    run,
    expiresAt,
  } = await lease.update({
    $inc: { run: 1 },
    $set: { counts: noCounts(), progress: { done: 0, total: null } },
  });
  const common = { importId, run, expiresAt: linesExpireAt(expiresAt) };
  const counts = noCounts();
  let newLines: StoredLine[] = [];
  let newWrites: StoredWrite[] = [];
  let bytes = 0;
  let place = 0;
  let seq = 0;
  let lastTurn = performance.now();

  async function flush(): Promise<void> {
    if (newLines.length > 0) await lines.insertMany(newLines, { lean: true, ordered: false });
    if (newWrites.length > 0) await writes.insertMany(newWrites, { lean: true, ordered: false });
    newLines = [];
    newWrites = [];
    bytes = 0;
    await lease.update({ $set: { counts, progress: { done: place, total: null } } });
  }

  function plan(
    line: ImportLine,
    { target, payload, needs = [], about = line, weight }: PlannedWrite,
  ): number {
    const { thing, title } = about;
    newWrites.push({
      ...common,
      seq,
      thing,
      title,
      target,
      needs: [...needs],
      payload,
      weight,
      journal: null,
    });
    bytes += weight;
    seq += 1;
    return seq - 1;
  }

  const report = {
    async line(line: ImportLine, write?: PlannedWrite): Promise<number | undefined> {
      newLines.push({ ...line, ...common, place });
      place += 1;
      counts[line.outcome] += 1;
      const planned = write && plan(line, write);
      if (newLines.length >= linesAtOnce || bytes >= bytesAtOnce) await flush();
      if (performance.now() - lastTurn > longestStretchMs) {
        await nextTurn();
        lastTurn = performance.now();
      }
      return planned;
    },
  };

  const stopRenewing = lease.keepRenewing();
  try {
    await importer.check(() => readFile(importId, collections), report);
  } finally {
    stopRenewing();
  }
  if (place === 0) throw new FileProblem(importMessages.empty);
  await flush();
  await lease.update({
    $set: { state: 'checked', writes: seq, progress: { done: place, total: place } },
  });
  await chunks.deleteMany({ importId });
  await forgetEarlierRuns(collections, importId, run);
}

async function forgetEarlierRuns(
  { lines, writes }: ImportCollections,
  importId: number,
  run: number,
): Promise<void> {
  const earlier = { importId, run: { $lt: run } };
  await Promise.all([lines.deleteMany(earlier), writes.deleteMany(earlier)]);
}

const dayMs = 24 * 60 * 60 * 1_000;

/** A day after the import: an apply that begins at the last moment still has them. */
function linesExpireAt(expiresAt: Date | undefined): Date {
  return new Date((expiresAt?.getTime() ?? Date.now()) + dayMs);
}

/** How many lines have the outcome, or all. */
export function countOf(
  { counts }: Pick<StoredImport, 'counts'>,
  outcome: ImportOutcome | undefined,
): number {
  return importOutcomes.reduce((sum, one) => sum + (outcome && one !== outcome ? 0 : counts[one]), 0);
}
