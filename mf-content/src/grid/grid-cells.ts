import type { SelectOption } from '@khmer-learning/ui-kit';

/** A cell of a grid: both count from 0. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

export interface GridColumn {
  readonly name: string;
  readonly label: string;
  /** How wide it is, as a track of a CSS grid. */
  readonly width: string;
  /** What can be chosen, by its label; absent for a text. */
  readonly options?: readonly SelectOption[];
  readonly isLong?: boolean;
}

/** A rectangle of cells, by two opposite corners. */
export interface Area {
  readonly from: Place;
  readonly to: Place;
}

/** Texts of cells by their places, as `keyOf` names them. */
type Texts = ReadonlyMap<string, string>;

export interface Grid {
  /** The rows as they are stored; all have the same number of columns. A cell without a text cannot be edited. */
  readonly stored: readonly (readonly (string | undefined)[])[];
  /** What differs from it. */
  readonly changed: Texts;
  /** The last one is what an undo brings back. */
  readonly past: readonly Texts[];
  readonly future: readonly Texts[];
}

const maxSteps = 100;

export const keyOf = ({ row, column }: Place) => `${row} ${column}`;

export const createGrid = (stored: Grid['stored']): Grid => ({
  stored,
  changed: new Map(),
  past: [],
  future: [],
});

export function textAt({ stored, changed }: Pick<Grid, 'stored' | 'changed'>, place: Place): string {
  return changed.get(keyOf(place)) ?? stored[place.row]?.[place.column] ?? '';
}

export function boundsOf({ from, to }: Area) {
  return {
    top: Math.min(from.row, to.row),
    bottom: Math.max(from.row, to.row),
    left: Math.min(from.column, to.column),
    right: Math.max(from.column, to.column),
  };
}

export function placesIn(area: Area): Place[] {
  const { top, bottom, left, right } = boundsOf(area);
  const places: Place[] = [];
  for (let row = top; row <= bottom; row += 1)
    for (let column = left; column <= right; column += 1) places.push({ row, column });
  return places;
}

/** Changes cells as one step; those that cannot be edited or are outside of the grid are left out. The same grid if nothing changes. */
export function setCells(grid: Grid, cells: Iterable<readonly [Place, string]>): Grid {
  const { stored } = grid;
  const changed = new Map(grid.changed);
  let isChanged = false;
  for (const [place, text] of cells) {
    const before = stored[place.row]?.[place.column];
    if (before === undefined || text === textAt({ stored, changed }, place)) continue;
    isChanged = true;
    if (text === before) changed.delete(keyOf(place));
    else changed.set(keyOf(place), text);
  }
  if (!isChanged) return grid;
  return { stored, changed, past: [...grid.past, grid.changed].slice(-maxSteps), future: [] };
}

export function undo(grid: Grid): Grid {
  const changed = grid.past.at(-1);
  if (changed === undefined) return grid;
  return { ...grid, changed, past: grid.past.slice(0, -1), future: [...grid.future, grid.changed] };
}

export function redo(grid: Grid): Grid {
  const changed = grid.future.at(-1);
  if (changed === undefined) return grid;
  return { ...grid, changed, past: [...grid.past, grid.changed], future: grid.future.slice(0, -1) };
}

export function fillDown(grid: Grid, area: Area): Grid {
  const { top, bottom } = boundsOf(area);
  const source = top === bottom ? top - 1 : top;
  if (source < 0) return grid;
  return setCells(
    grid,
    placesIn(area).map((place) => [place, textAt(grid, { ...place, row: source })] as const),
  );
}

/** Writes a table from the first cell of an area; a table of one cell into the whole area. */
export function paste(grid: Grid, area: Area, table: readonly (readonly string[])[]): Grid {
  const { top, left } = boundsOf(area);
  const [[only] = []] = table;
  if (only !== undefined && table.length === 1 && table[0]?.length === 1)
    return setCells(
      grid,
      placesIn(area).map((place) => [place, only] as const),
    );
  const cells = table.flatMap((texts, row) =>
    texts.map((text, column) => [{ row: top + row, column: left + column }, text] as const),
  );
  return setCells(grid, cells);
}

export function copy(grid: Grid, area: Area): string[][] {
  const { top, bottom, left, right } = boundsOf(area);
  return Array.from({ length: bottom - top + 1 }, (_row, row) =>
    Array.from({ length: right - left + 1 }, (_column, column) =>
      textAt(grid, { row: top + row, column: left + column }),
    ),
  );
}

/** Replaces what is stored of a row; its changes stay. */
export const setStored = (grid: Grid, row: number, texts: readonly string[]): Grid => ({
  ...grid,
  stored: grid.stored.with(row, texts),
});

export const resetRow = (grid: Grid, row: number): Grid =>
  setCells(
    grid,
    (grid.stored[row] ?? []).map((text = '', column) => [{ row, column }, text] as const),
  );

/** Writes a table as spreadsheets put it into the clipboard: tabs between cells, quotes around those with breaks. */
export function formatTable(table: readonly (readonly string[])[]): string {
  const quote = (text: string) => (/["\t\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return table.map((texts) => texts.map(quote).join('\t')).join('\n');
}

/** Reads a table from the clipboard. A quote that is not closed is a quote. */
export function parseTable(clipboard: string): string[][] {
  const text = clipboard.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  const cell = /("(?:[^"]|"")*"(?=[\t\n]|$)|[^\t\n]*)(\t|\n|$)/gy;
  const table: string[][] = [[]];
  for (let match = cell.exec(text); match !== null; match = cell.exec(text)) {
    const [, found = '', end = ''] = match;
    const isQuoted = found.length > 1 && found.startsWith('"') && found.endsWith('"');
    table.at(-1)?.push(isQuoted ? found.slice(1, -1).replaceAll('""', '"') : found);
    if (end === '') break;
    if (end === '\n') table.push([]);
  }
  return table;
}
