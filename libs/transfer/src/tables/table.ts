import type { ImportTable } from '@khmer-learning/contracts';
import type { ImportFileSource } from '../imports/importer.ts';

/** A row of a table: its texts as a person sees them. */
export interface TableRow {
  /** From 1, with the heading. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** An opened table. */
export interface Table extends Pick<ImportTable, 'sheets' | 'sheet' | 'encoding'> {
  /** Reads its rows from the start, without blank ones; the first is the heading. @throws ImportFileError */
  rows(): AsyncIterable<TableRow>;
}

/** Longest text of a cell in Excel. */
export const maxCellLength = 32_767;
/** Columns beyond these are ignored. */
export const maxColumns = 1_000;
/** More words than all lessons of a large school have. */
export const maxRows = 1_000_000;

/** Reads the first bytes of a file, at least so many unless it is shorter. */
export async function readStart(file: ImportFileSource, size: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const bytes of file()) {
    chunks.push(bytes);
    length += bytes.length;
    if (length >= size) break;
  }
  return Buffer.concat(chunks);
}
