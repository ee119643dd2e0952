import { useUnsavedChangesGuard, useViewState } from '@khmer-learning/console-sdk';
import { type ImportLine, importCorrectionLimits } from '@khmer-learning/contracts';
import { z } from 'zod';
import { createGrid, type Grid, type GridColumn, keyOf } from '../grid/grid-cells.ts';
import type { ImportId } from './transfer.api.ts';

export type CorrectableLine = ImportLine & { correction: NonNullable<ImportLine['correction']> };

/** What was corrected and is not checked yet. It survives a reload. */
const draftSchema = z.object({
  lines: z.array(z.object({ place: z.number(), cells: z.record(z.string(), z.string()) })),
  replacements: z.array(z.object({ field: z.string(), from: z.string(), to: z.string() })),
});
export type Draft = z.infer<typeof draftSchema>;
const noDraft: Draft = { lines: [], replacements: [] };

/** The corrections of an import that are not checked yet. Asks before the page is left with some. */
export function useDraft({ kind, id }: ImportId) {
  const [draft, setDraft] = useViewState(`corrections of ${kind} ${id}`, draftSchema, noDraft);
  const isDirty = draft.lines.length + draft.replacements.length > 0;
  useUnsavedChangesGuard(isDirty);
  return { draft, isDirty, setDraft, clear: () => setDraft(noDraft) };
}

const [narrow, wide] = ['minmax(8rem, 1fr)', 'minmax(14rem, 2fr)'];

export function columnsOf(lines: readonly CorrectableLine[]): readonly GridColumn[] {
  const columns = new Map<string, GridColumn>();
  const filled = new Set<string>();
  for (const { name, label, value, original, problems } of lines.flatMap((line) => line.correction.cells)) {
    if (value || original || problems.length > 0) filled.add(name);
    const last = columns.get(name);
    const isLong = last?.isLong || original.includes('\n');
    columns.set(name, { name, label, isLong, width: problems.length > 0 ? wide : (last?.width ?? narrow) });
  }
  return [...columns.values()].filter(({ name }) => filled.has(name));
}

export function toGrid(
  lines: readonly CorrectableLine[],
  columns: readonly GridColumn[],
  draft: Draft,
): Grid {
  const changed = new Map<string, string>();
  const corrected = new Map(draft.lines.map(({ place, cells }) => [place, cells]));
  const replaced = new Map(
    draft.replacements.map(({ field, from, to }) => [JSON.stringify([field, from]), to]),
  );
  const stored = lines.map(({ correction: { place, cells } }, row) =>
    columns.map(({ name }, column) => {
      const cell = cells.find((one) => one.name === name);
      if (!cell) return undefined;
      const text = corrected.get(place)?.[name] ?? replaced.get(JSON.stringify([name, cell.value]));
      if (text !== undefined && text !== cell.value) changed.set(keyOf({ row, column }), text);
      return cell.value;
    }),
  );
  return { ...createGrid(stored), changed };
}

/** What a grid corrects. A replacement (also of unlisted lines) stays while the cells show it. @param candidates those so far */
export function toDraft(
  { stored, changed }: Grid,
  lines: readonly CorrectableLine[],
  columns: readonly GridColumn[],
  candidates: Draft['replacements'],
): Draft {
  const replacements = candidates
    .filter(({ field, from, to }) => {
      const column = columns.findIndex(({ name }) => name === field);
      return stored.every(
        (texts, row) => texts[column] !== from || changed.get(keyOf({ row, column })) === to,
      );
    })
    .slice(-importCorrectionLimits.replacements);
  const isReplaced = (field: string, from: string | undefined) =>
    replacements.some((one) => one.field === field && one.from === from);
  return {
    replacements,
    lines: lines.flatMap(({ correction: { place, cells } }, row) => {
      const texts = columns.flatMap(({ name }, column) => {
        const text = changed.get(keyOf({ row, column }));
        const cell = cells.find((one) => one.name === name);
        if (text === undefined || cell === undefined) return [];
        // A replacement is of what is in the file.
        return cell.value === cell.original && isReplaced(name, cell.value) ? [] : [[name, text] as const];
      });
      return texts.length === 0 ? [] : [{ place, cells: Object.fromEntries(texts) }];
    }),
  };
}
