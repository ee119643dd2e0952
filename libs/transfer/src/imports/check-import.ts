import {
  type ImportLine,
  type ImportOutcome,
  importMessages,
  importOutcomes,
  maxListedRefusedLines,
} from '@khmer-learning/contracts';
import { createEventLoopYielder, type Lease } from '@khmer-learning/service-kit';
import {
  type ImportCollections,
  type StoredImport,
  type StoredLine,
  type StoredWrite,
  withUpdatedAt,
} from './import.model.ts';
import { readStoredFile } from './import-file.ts';
import { type Importer, ImportFileError, type PlannedWrite } from './importer.ts';

/** Maximum lines and bytes that are buffered before a flush. */
const maxBufferedLines = 200;
const maxBufferedBytes = 2 * 1024 * 1024;
/** Limit of refused lines: nobody corrects more by hand. */
const maxRefusedLines = 100_000;
/** Maximum length of a line's title and note: the file may contain anything. */
const maxTitleLength = 500;
const maxNoteLength = 2_000;

/** Initial counts. */
export function zeroCounts(): Record<ImportOutcome, number> {
  return { create: 0, change: 0, unchanged: 0, refuse: 0 };
}

/**
 * The dry run: stores the outcome of each line and plans the writes. It always restarts from the beginning; data of
 * an interrupted run belongs to an earlier `run`.
 *
 * @param signal interrupts it
 * @throws the reason of the signal; ImportFileError; LeaseLostError
 */
export async function checkImport(
  collections: ImportCollections,
  lease: Lease<StoredImport>,
  importer: Importer,
  signal: AbortSignal,
): Promise<void> {
  const { lines, writes, chunks } = collections;
  const {
    _id: importId,
    run,
    expiresAt,
  } = await lease.update({
    $inc: { run: 1 },
    $set: withUpdatedAt({ counts: zeroCounts(), progress: { done: 0, total: null } }),
  });
  const common = { importId, run, expiresAt: lineExpiry(expiresAt) };
  const counts = zeroCounts();
  let newLines: StoredLine[] = [];
  let newWrites: StoredWrite[] = [];
  let bytes = 0;
  let place = 0;
  let seq = 0;
  let flushedLines = 0;
  const yieldIfDue = createEventLoopYielder();

  async function flush(): Promise<void> {
    signal.throwIfAborted();
    if (newLines.length > 0) await lines.insertMany(newLines, { lean: true, ordered: false });
    if (newWrites.length > 0) await writes.insertMany(newWrites, { lean: true, ordered: false });
    newLines = [];
    newWrites = [];
    bytes = 0;
    flushedLines = place;
    await lease.update({ $set: withUpdatedAt({ counts, progress: { done: place, total: null } }) });
  }

  function planWrite(
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

  const reporter = {
    async addLine(addLine: ImportLine, write?: PlannedWrite, source?: unknown): Promise<number | undefined> {
      if (addLine.outcome !== 'refuse' || counts.refuse < maxListedRefusedLines) {
        const text = source === undefined ? undefined : JSON.stringify(source);
        bytes += text?.length ?? 0;
        newLines.push({
          ...addLine,
          ...common,
          place,
          title: addLine.title.slice(0, maxTitleLength),
          notes: addLine.notes.map((note) => note.slice(0, maxNoteLength)),
          ...(text === undefined ? {} : { source: text }),
        });
      }
      place += 1;
      counts[addLine.outcome] += 1;
      if (counts.refuse > maxRefusedLines) throw new ImportFileError(importMessages.tooManyRefusals);
      const planned = write && planWrite(addLine, write);
      if (place - flushedLines >= maxBufferedLines || bytes >= maxBufferedBytes) await flush();
      await yieldIfDue();
      return planned;
    },
  };

  await importer.check(() => readStoredFile(importId, collections), reporter);
  if (place === 0) throw new ImportFileError(importMessages.empty);
  await flush();
  await lease.update({
    $set: withUpdatedAt({
      state: 'checked' as const,
      writes: seq,
      progress: { done: place, total: place },
      failures: 0,
    }),
  });
  await chunks.deleteMany({ importId });
  await deleteEarlierRuns(collections, importId, run);
}

const bytesOf = (value: object) => Buffer.byteLength(JSON.stringify(value));

async function deleteEarlierRuns(
  { lines, writes }: ImportCollections,
  importId: number,
  run: number,
): Promise<void> {
  const earlier = { importId, run: { $lt: run } };
  await Promise.all([lines.deleteMany(earlier), writes.deleteMany(earlier)]);
}

const dayMs = 24 * 60 * 60 * 1_000;

/** One day after the import, so that an apply started at the last moment still finds them. */
function lineExpiry(expiresAt: Date | undefined): Date {
  return new Date((expiresAt?.getTime() ?? Date.now()) + dayMs);
}

/** Number of listed lines with this outcome, or of all outcomes. */
export function countListedLines(
  { counts }: Pick<StoredImport, 'counts'>,
  outcome: ImportOutcome | undefined,
): number {
  const listed = { ...counts, refuse: Math.min(counts.refuse, maxListedRefusedLines) };
  return importOutcomes.reduce((sum, one) => sum + (outcome && one !== outcome ? 0 : listed[one]), 0);
}
