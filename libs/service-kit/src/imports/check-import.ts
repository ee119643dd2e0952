import {
  type ImportLine,
  type ImportOutcome,
  importMessages,
  importOutcomes,
  maxListedRefusals,
} from '@khmer-learning/contracts';
import type { Lease } from '../jobs/lease.ts';
import { createYielder } from '../queues/event-loop.ts';
import {
  type ImportCollections,
  type StoredImport,
  type StoredLine,
  type StoredWrite,
  touched,
} from './import.model.ts';
import { readFile } from './import-file.ts';
import { FileProblem, type Importer, type PlannedWrite } from './import-kind.ts';

/** Lines and bytes of writes that are stored together. */
const linesAtOnce = 200;
const bytesAtOnce = 2 * 1024 * 1024;
/** Nobody corrects more lines than these one by one. */
const maxRefusals = 100_000;
/** Longest title and note of a line: the file may have anything in their place. */
const longestTitle = 500;
const longestNote = 2_000;

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
  lease: Lease<StoredImport>,
  importer: Importer,
): Promise<void> {
  const { lines, writes, chunks } = collections;
  const {
    _id: importId,
    run,
    expiresAt,
  } = await lease.update({
    $inc: { run: 1 },
    $set: touched({ counts: noCounts(), progress: { done: 0, total: null } }),
  });
  const common = { importId, run, expiresAt: linesExpireAt(expiresAt) };
  const counts = noCounts();
  let newLines: StoredLine[] = [];
  let newWrites: StoredWrite[] = [];
  let bytes = 0;
  let place = 0;
  let seq = 0;
  let stored = 0;
  const yieldIfDue = createYielder();

  async function flush(): Promise<void> {
    if (newLines.length > 0) await lines.insertMany(newLines, { lean: true, ordered: false });
    if (newWrites.length > 0) await writes.insertMany(newWrites, { lean: true, ordered: false });
    newLines = [];
    newWrites = [];
    bytes = 0;
    stored = place;
    await lease.update({ $set: touched({ counts, progress: { done: place, total: null } }) });
  }

  function plan(
    line: ImportLine,
    { target, payload, needs = [], about = line, current }: PlannedWrite,
  ): number {
    const { thing, title } = about;
    const weight = bytesOf(payload) + (current ? bytesOf(current) : 0);
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
      if (line.outcome !== 'refuse' || counts.refuse < maxListedRefusals)
        newLines.push({
          ...line,
          ...common,
          place,
          title: line.title.slice(0, longestTitle),
          notes: line.notes.map((note) => note.slice(0, longestNote)),
        });
      place += 1;
      counts[line.outcome] += 1;
      if (counts.refuse > maxRefusals) throw new FileProblem(importMessages.tooManyRefusals);
      const planned = write && plan(line, write);
      if (place - stored >= linesAtOnce || bytes >= bytesAtOnce) await flush();
      await yieldIfDue();
      return planned;
    },
  };

  await importer.check(() => readFile(importId, collections), report);
  if (place === 0) throw new FileProblem(importMessages.empty);
  await flush();
  await lease.update({
    $set: touched({
      state: 'checked' as const,
      writes: seq,
      progress: { done: place, total: place },
      failures: 0,
    }),
  });
  await chunks.deleteMany({ importId });
  await forgetEarlierRuns(collections, importId, run);
}

const bytesOf = (value: object) => Buffer.byteLength(JSON.stringify(value));

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

/** How many lines with the outcome, or of all, are listed. */
export function listedOf(
  { counts }: Pick<StoredImport, 'counts'>,
  outcome: ImportOutcome | undefined,
): number {
  const listed = { ...counts, refuse: Math.min(counts.refuse, maxListedRefusals) };
  return importOutcomes.reduce((sum, one) => sum + (outcome && one !== outcome ? 0 : listed[one]), 0);
}
