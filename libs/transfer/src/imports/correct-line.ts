import {
  type ImportCell,
  type ImportLine,
  importMessages,
  importOutcomes,
  maxListedRefusedLines,
} from '@khmer-learning/contracts';
import {
  commit,
  conflict,
  notFound,
  type RequestContext,
  type ServiceContext,
} from '@khmer-learning/service-kit';
import { countWorkingCopies, digestGroup, lineExpiry, toStoredLine, toStoredWrite } from './check-import.ts';
import type { ImportCollections, StoredImport, StoredLine, StoredWrite } from './import.model.ts';
import type { CheckReporter, Importer, LineCorrection, LineSource, SourceLine } from './importer.ts';

/** Maximum rows that are judged together with a corrected one: they are checked within the call. */
const maxGroupLines = 2_000;

export interface CorrectionDeps {
  readonly serviceContext: ServiceContext;
  readonly collections: ImportCollections;
  readonly correction: LineCorrection;
  readonly writers: Importer['writers'];
}

/** A line after a correction, with its planned write. */
interface CheckedLine {
  readonly before: StoredLine;
  readonly after: StoredLine;
  readonly write: StoredWrite | undefined;
}

/**
 * Replaces cells of a line, checks it again with the lines of its group, and stores the outcome and the plan.
 *
 * @param current the import as it was read; it is not changed if it has been corrected since
 * @returns the import and the lines that changed; null when the import was corrected or started meanwhile
 * @throws ApiError 404 for an unknown line; 409 when the line cannot be corrected in place
 */
export async function correctLine(
  deps: CorrectionDeps,
  current: StoredImport,
  { place, cells }: { readonly place: number; readonly cells: Readonly<Record<string, string>> },
  context: RequestContext,
): Promise<{ updated: StoredImport; lines: StoredLine[] } | null> {
  const { collections, correction } = deps;
  const { _id: importId, run } = current;
  if (current.counts.refuse > maxListedRefusedLines) throw conflict(importMessages.tooManyToCorrect);
  const line = await collections.lines.findOne({ importId, run, place }).lean<StoredLine>();
  if (!line) throw notFound('Line');
  const editable = new Set(line.cells?.filter((cell) => cell.editable).map(({ name }) => name));
  if (editable.size === 0 || Object.keys(cells).some((name) => !editable.has(name)))
    throw conflict(importMessages.notCorrectable);

  const stored: unknown = JSON.parse(line.source ?? 'null');
  // The check put it into another group: what it named has changed, or an older version checked it.
  if ((await groupOf(correction, stored)) !== line.group) throw conflict(importMessages.changedMeanwhile);
  const source = correction.replaceCells(stored, cells);
  const group = await groupOf(correction, source);
  const corrected = { ...line, source: JSON.stringify(source) };
  const together = [...(await othersOf(deps, line, group)), corrected].sort(
    (one, other) => one.line - other.line,
  );
  const checked = await recheck(deps, current, together);
  if (group !== line.group)
    checked.push(...(await recheck(deps, current, await othersOf(deps, line, line.group))));
  const result = await store(deps, current, checked, context);
  const isShown = (one: CheckedLine) => one.before.place === place || isChanged(one);
  return result && { updated: result, lines: checked.filter(isShown).map(({ after }) => after) };
}

const groupOf = async (correction: LineCorrection, source: unknown): Promise<string | undefined> =>
  correction.groupOf && digestGroup(await correction.groupOf(source));

/** The other lines of a group, which are judged together with this line. */
async function othersOf(
  { collections }: CorrectionDeps,
  { importId, run, place }: StoredLine,
  group: string | undefined,
): Promise<StoredLine[]> {
  if (group === undefined) return [];
  const found = await collections.lines
    .find({ importId, run, group, place: { $ne: place } })
    .sort({ line: 1 })
    .limit(maxGroupLines)
    .lean<StoredLine[]>();
  if (found.length === maxGroupLines) throw conflict(importMessages.tooManyRowsToCorrect);
  return found;
}

async function recheck(
  { collections, correction }: CorrectionDeps,
  { _id: importId, run, expiresAt }: StoredImport,
  stored: readonly StoredLine[],
): Promise<CheckedLine[]> {
  if (stored.length === 0) return [];
  const common = { importId, run, expiresAt: lineExpiry(expiresAt) };
  const checked: CheckedLine[] = [];
  const byLine = new Map(stored.map((line) => [lineKey(line), line]));
  /** The writes of the other lines that were read. */
  const plannedWrites = new Map<string, number>();

  async function* linesOf(thing: string): AsyncGenerator<SourceLine> {
    const rows = collections.lines
      .find({ importId, run, thing, source: { $exists: true } })
      .sort({ place: 1 })
      .lean<StoredLine>()
      .cursor();
    for await (const row of rows) {
      if (row.outcome === 'create') plannedWrites.set(lineKey(row), row.place);
      yield toSourceLine(row);
    }
  }

  const reporter: CheckReporter = {
    async addLine(line, write, source) {
      const before = byLine.get(lineKey(line));
      if (!before) return plannedWrites.get(lineKey(line));
      const { place } = before;
      const after = withCells(toStoredLine(line, { ...common, place }, source), before, source);
      checked.push({
        before,
        after,
        write: write && toStoredWrite(line, write, { ...common, seq: place }),
      });
      return write && place;
    },
  };
  await correction.recheck(stored.map(toSourceLine), reporter, linesOf);
  return checked;
}

const lineKey = ({ thing, line }: Pick<ImportLine, 'thing' | 'line'>) => `${thing} ${line}`;

const toSourceLine = ({ line, source }: StoredLine): SourceLine => ({
  line,
  source: JSON.parse(source ?? 'null'),
});

/** Keeps the cells of a corrected line, with their values in the file: a correction can be corrected and undone. */
function withCells(
  after: StoredLine,
  { cells: earlier }: StoredLine,
  source: LineSource | undefined,
): StoredLine {
  const checked = source?.cells?.();
  if (!earlier || !checked || !source) return after;
  const known = new Map(earlier.map((cell) => [cell.name, cell]));
  const cells = checked.map((cell): ImportCell => {
    const before = known.get(cell.name);
    return {
      ...cell,
      original: before?.original ?? cell.value,
      editable: cell.editable || before?.editable === true,
    };
  });
  return { ...after, source: JSON.stringify(source.source), cells };
}

async function store(
  { serviceContext, collections, writers }: CorrectionDeps,
  current: StoredImport,
  checked: readonly CheckedLine[],
  context: RequestContext,
): Promise<StoredImport | null> {
  const { imports, lines, writes } = collections;
  const { _id: importId, run, counts } = current;
  const changes = Object.fromEntries(
    importOutcomes.map((outcome) => [
      outcome,
      checked.filter(({ after }) => after.outcome === outcome).length -
        checked.filter(({ before }) => before.outcome === outcome).length,
    ]),
  );
  if (counts.refuse + (changes.refuse ?? 0) > maxListedRefusedLines)
    throw conflict(importMessages.tooManyToCorrect);
  const planned = checked.flatMap(({ write }) => (write ? [write] : []));
  const replaced = { importId, run, seq: { $in: checked.map(({ before }) => before.place) } };
  const earlier = await writes.find(replaced, { thing: 1, target: 1 }).lean<StoredWrite[]>();
  const workingCopies =
    (await countWorkingCopies(writers, planned)) - (await countWorkingCopies(writers, earlier));
  return commit(serviceContext, context, async ({ session }) => {
    const { deletedCount } = await writes.deleteMany(replaced, { session });
    const updated = await imports
      .findOneAndUpdate(
        { _id: importId, state: 'checked', run, corrections: current.corrections ?? null },
        {
          $inc: {
            corrections: 1,
            writes: planned.length - deletedCount,
            workingCopies,
            ...Object.fromEntries(
              importOutcomes.map((outcome) => [`counts.${outcome}`, changes[outcome] ?? 0]),
            ),
          },
          $set: { updatedAt: new Date() },
        },
        { new: true, session },
      )
      .lean<StoredImport>();
    // Nothing is lost by rolling back: the caller reads the import again.
    if (!updated) throw new CorrectedMeanwhile();
    if (planned.length > 0) await writes.insertMany(planned, { lean: true, session });
    await lines.bulkWrite(
      checked.map(({ after }) => ({
        replaceOne: { filter: { importId, run, place: after.place }, replacement: after },
      })),
      { session },
    );
    return updated;
  }).catch((error: unknown) => {
    if (error instanceof CorrectedMeanwhile) return null;
    throw error;
  });
}

class CorrectedMeanwhile extends Error {
  override readonly name = 'CorrectedMeanwhile';
}

function isChanged({ before, after }: CheckedLine): boolean {
  const shown = ({ title, outcome, notes, cells }: StoredLine) =>
    JSON.stringify([title, outcome, notes, cells]);
  return shown(before) !== shown(after);
}
