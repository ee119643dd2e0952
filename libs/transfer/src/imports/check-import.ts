import {
  type ImportCell,
  type ImportOutcome,
  importMessages,
  maxImportCellLength,
  maxListedRefusedLines,
} from '@khmer-learning/contracts';
import { createEventLoopYielder, type Lease } from '@khmer-learning/service-kit';
import { getOrSet } from './batches.ts';
import {
  dayMs,
  type ImportCollections,
  type StoredImport,
  type StoredLine,
  type StoredWrite,
  withUpdatedAt,
} from './import.model.ts';
import {
  type AnyImporter,
  type CheckReporter,
  ImportFileError,
  type ItemPlan,
  type PlannedWrite,
  type ReadLine,
  type ReportedLine,
} from './importer.ts';
import type { OpenedFile } from './open-file.ts';
import type { Problems } from './validation-messages.ts';

/** Maximum lines and bytes that are buffered before a flush. */
const maxBufferedLines = 200;
const maxBufferedBytes = 2 * 1024 * 1024;
/** Limit of refused lines: nobody corrects more by hand. */
export const maxRefusedLines = 100_000;
/** Titles of missing items that are kept. */
const maxMissingTitles = 20;
/** Maximum length of a line's title and note. */
const maxTitleLength = 500;
const maxNoteLength = 2_000;

/** Initial counts. */
export function zeroCounts(): Record<ImportOutcome, number> {
  return { create: 0, change: 0, unchanged: 0, refuse: 0 };
}

/**
 * The dry run: stores the outcome of each line and plans the writes, from the beginning, as another `run`.
 * @param signal interrupts it @throws its reason; ImportFileError; LeaseLostError
 */
export async function checkImport(
  collections: ImportCollections,
  lease: Lease<StoredImport>,
  importer: AnyImporter,
  file: OpenedFile,
  signal: AbortSignal,
): Promise<void> {
  const { lines, writes } = collections;
  const begin = withUpdatedAt({ counts: zeroCounts(), progress: { done: 0, total: null } });
  const current = await lease.update({ $inc: { run: 1 }, $set: begin });
  const { _id: importId, run, expiresAt, create = [] } = current;
  const missing = new Map<string, { thing: string; count: number; titles: string[] }>();
  // A day after the import, so that an apply started at the last moment still finds them.
  const common = { importId, run, expiresAt: new Date((expiresAt?.getTime() ?? Date.now()) + dayMs) };
  const counts = zeroCounts();
  let newLines: StoredLine[] = [];
  let newWrites: StoredWrite[] = [];
  let bytes = 0;
  let place = 0;
  let writeCount = 0;
  let workingCopies = 0;
  let flushedLines = 0;
  const yieldIfDue = createEventLoopYielder();

  async function flush(): Promise<void> {
    signal.throwIfAborted();
    if (newLines.length > 0) await lines.insertMany(newLines, { lean: true, ordered: false });
    if (newWrites.length > 0) await writes.insertMany(newWrites, { lean: true, ordered: false });
    workingCopies += await countWorkingCopies(importer.writers, newWrites);
    newLines = [];
    newWrites = [];
    bytes = 0;
    flushedLines = place;
    await lease.update({ $set: withUpdatedAt({ counts, progress: { done: place, total: null } }) });
  }

  const reporter: CheckReporter = {
    async addLine(reported, write) {
      const outcome = outcomeOf(reported, write);
      if (outcome !== 'refuse' || counts.refuse < maxListedRefusedLines) {
        const stored = toStoredLine(reported, { ...common, place, outcome }, file.labels);
        bytes += stored.source?.length ?? 0;
        newLines.push(stored);
      }
      const seq = place;
      place += 1;
      counts[outcome] += 1;
      if (counts.refuse > maxRefusedLines) throw new ImportFileError(importMessages.tooManyRefusals);
      if (write) {
        const { target, payload, needs = [], about = reported, current } = write;
        const { thing, title } = about;
        const weight = bytesOf(payload) + (current ? bytesOf(current) : 0);
        const planned = { seq, thing, title, target, payload, weight, needs: [...needs], journal: null };
        newWrites.push({ ...common, ...planned });
        bytes += weight;
        writeCount += 1;
      }
      if (place - flushedLines >= maxBufferedLines || bytes >= maxBufferedBytes) await flush();
      await yieldIfDue();
      return seq;
    },

    addMissing(thing, title) {
      const found = getOrSet(missing, thing, () => ({ thing, count: 0, titles: [] }));
      found.count += 1;
      if (found.titles.length < maxMissingTitles) found.titles.push(title.slice(0, maxTitleLength));
      return create.includes(thing);
    },
  };

  await file.check(reporter);
  if (place === 0) throw new ImportFileError(importMessages.empty);
  await flush();
  const end = { state: 'checked' as const, progress: { done: place, total: place }, failures: 0 };
  const found = { writes: writeCount, workingCopies, missing: [...missing.values()] };
  await lease.update({ $set: withUpdatedAt({ ...end, ...found }) });
  const earlier = { importId, run: { $lt: run } };
  await Promise.all([lines.deleteMany(earlier), writes.deleteMany(earlier)]);
}

const isRefused = ({ outcome, problems = {} }: ReportedLine) =>
  outcome === 'refuse' || Object.keys(problems).length > 0;

/**
 * Reports the rows of an item if one of them is refused, or the item for `problems`, by field: then all of them are.
 * @param heldBack why a row is refused that has no reason of its own @returns whether the item is refused
 */
export async function reportRefused(
  report: CheckReporter,
  rows: readonly ReportedLine[],
  heldBack: string,
  problems: Problems = {},
): Promise<boolean> {
  const others = Object.keys(problems).length > 0 ? [] : [heldBack];
  if (others.length > 0 && !rows.some(isRefused)) return false;
  for (const row of rows)
    await report.addLine({
      ...{ ...row, outcome: 'refuse', problems: { ...row.problems, ...problems } },
      notes: isRefused(row) ? (row.notes ?? []) : others,
    });
  return true;
}

/** Reports the rows of an item. The first names what changes of the item itself, and the last carries its write. */
export async function reportItem(
  report: CheckReporter,
  rows: readonly ReportedLine[],
  { notes, write }: ItemPlan,
): Promise<void> {
  for (const [at, row] of rows.entries()) {
    const outcome = row.outcome === 'unchanged' ? 'change' : row.outcome;
    const isNamed = at === 0 && notes.length > 0;
    const line = isNamed ? { ...row, outcome, notes: [...notes, ...(row.notes ?? [])] } : row;
    await report.addLine(line, at === rows.length - 1 ? write : undefined);
  }
}

function outcomeOf(reported: ReportedLine, write: PlannedWrite | undefined): ImportOutcome {
  if (isRefused(reported)) return 'refuse';
  return reported.outcome ?? (write ? (write.target === null ? 'create' : 'change') : 'unchanged');
}

/** Counts the writes that change an item with a working copy. */
async function countWorkingCopies(
  writers: AnyImporter['writers'],
  writes: readonly Pick<StoredWrite, 'thing' | 'target'>[],
): Promise<number> {
  let count = 0;
  for (const [thing, writer] of Object.entries(writers)) {
    const ids = writes.flatMap((write) => (write.thing === thing && write.target ? [write.target.id] : []));
    if (ids.length > 0) count += (await writer.findWorkingCopies?.(ids))?.size ?? 0;
  }
  return count;
}

/** A line as it is stored, with bounded texts: the file may contain anything. */
function toStoredLine(
  { read, thing, title, notes = [], problems = {}, isNeeded = false }: ReportedLine,
  common: Pick<StoredLine, 'importId' | 'run' | 'place' | 'outcome' | 'expiresAt'>,
  labels: OpenedFile['labels'],
): StoredLine {
  const isRefused = common.outcome === 'refuse';
  const cells = isRefused || read.originals ? cellsOf(read, problems, labels) : [];
  const all = new Set([...notes, ...Object.values(problems).flat()]);
  return {
    ...common,
    ...{ line: read.line, thing, title: title.slice(0, maxTitleLength) },
    notes: [...all].map((note) => note.slice(0, maxNoteLength)),
    ...(isRefused || isNeeded ? { source: JSON.stringify(read.source()) } : {}),
    ...(cells.length > 0 ? { cells } : {}),
  };
}

/** The cells of a line; none when a text is too long to be corrected in place. */
function cellsOf(
  { values, originals = {} }: ReadLine,
  problems: NonNullable<ReportedLine['problems']>,
  labels: OpenedFile['labels'],
): ImportCell[] {
  const cells = Object.entries(labels).flatMap(([name, label]): ImportCell[] => {
    const value = values[name];
    if (value === undefined) return [];
    const original = originals[name] ?? value;
    return [{ name, label, value, original, problems: [...(problems[name] ?? [])] }];
  });
  return cells.every(({ value }) => value.length <= maxImportCellLength) ? cells : [];
}

const bytesOf = (value: object) => Buffer.byteLength(JSON.stringify(value));
