import { importMessages } from '@khmer-learning/contracts';
import { ImportFileError, type ImportFileSource, type TableField } from '../imports/importer.ts';
import { countKnown } from './columns.ts';
import { openCsv } from './read-csv.ts';
import { openXlsx } from './read-xlsx.ts';
import { maxColumns, readStart, type Table } from './table.ts';

const maxSamples = 3;
/** Longest sample and name of a column; and rows that are read for samples. */
const maxSampleLength = 200;
const maxSampleRows = 100;

/**
 * Opens a CSV or Excel file. @param sheet by default the first @throws ImportFileError with a sentence for the user
 * @param fields the separator is the one that gives most of their columns
 */
export async function openTable(
  file: ImportFileSource,
  fields: readonly TableField[],
  sheet?: string,
): Promise<Table> {
  if (isExcelFile(await readStart(file, 4))) return openXlsx(file, sheet);
  return openCsv(
    file,
    (names) => countKnown(names, fields) * maxColumns + Math.min(names.length, maxColumns - 1),
  );
}

/** Whether the first bytes are those of an Excel file: of today, or of one that is old or has a password. */
export const isExcelFile = (start: Buffer): boolean =>
  ['504b0304', 'd0cf11e0'].includes(start.subarray(0, 4).toString('hex'));

/** The columns of a table with their first texts. @throws ImportFileError as `openTable`, and when it is empty */
export async function readColumns(file: ImportFileSource, fields: readonly TableField[], wanted?: string) {
  const { sheets, sheet, encoding, rows } = await openTable(file, fields, wanted);
  let columns: { name: string; samples: string[] }[] | undefined;
  let read = 0;
  for await (const { cells } of rows()) {
    if (!columns) {
      columns = cells.map((name) => ({ name: name.slice(0, maxSampleLength), samples: [] }));
      continue;
    }
    for (const [at, cell] of cells.entries()) {
      if (cell.trim() === '') continue;
      // A column without a heading.
      while (columns.length <= at) columns.push({ name: '', samples: [] });
      const samples = columns[at]?.samples;
      if (samples && samples.length < maxSamples) samples.push(cell.slice(0, maxSampleLength));
    }
    read += 1;
    if (read === maxSampleRows || columns.every(({ samples }) => samples.length === maxSamples)) break;
  }
  if (!columns) throw new ImportFileError(importMessages.empty);
  return { sheets, sheet, encoding, columns };
}
