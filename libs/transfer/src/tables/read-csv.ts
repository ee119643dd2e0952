import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { importMessages } from '@khmer-learning/contracts';
import { isBlank } from '@khmer-learning/khmer-text';
import { CsvError, parse } from 'csv-parse';
import { parse as parseSync, CsvError as SyncCsvError } from 'csv-parse/sync';
import { decodeStart, decodeText, findEncoding } from '../imports/decode-text.ts';
import { ImportFileError, type ImportFileSource } from '../imports/importer.ts';
import { maxColumns, maxRows, readStart, type Table, type TableRow } from './table.ts';

/** Longest row, in bytes: a section cannot hold more. */
const maxRowBytes = 1024 * 1024;
const rowsPerYield = 500;
/** The bytes in which the heading must end; it may have many columns. */
const headBytes = 64 * 1024;
/** Rows that the search for the heading reads: blank ones may come before it. */
const headRows = 10;
/** Spreadsheets use the list separator of their locale, and copy with tabs. */
const delimiters = [',', ';', '\t', '|'];
/** A first line that tells Excel the separator. Excel fills it up with separators when it saves the file. */
const separatorLine = /^"?sep=([,;\t|])"?[,;\t|]{0,100}(?:\r\n|\n|\r)/i;

/**
 * Opens a text of separated cells in UTF-8, UTF-16 or else Windows-1252. @throws ImportFileError when it is no text
 * @param score how good the names of a heading are, to find the separator
 */
export async function openCsv(
  file: ImportFileSource,
  score: (names: readonly string[]) => number,
): Promise<Table> {
  const start = (await readStart(file, headBytes)).subarray(0, headBytes);
  const encoding = await findEncoding(file, start);
  const text = decodeStart(start, encoding);
  const [line = '', named] = separatorLine.exec(text) ?? [];
  const [best] = (named ? [named] : delimiters)
    .map((delimiter) => ({ delimiter, score: score(readHeading(text.slice(line.length), delimiter)) }))
    .sort((one, other) => other.score - one.score);
  const delimiter = best?.delimiter ?? ',';
  return {
    ...{ sheets: [], sheet: null },
    encoding: encoding.startsWith('utf-16') ? 'utf-16' : encoding === 'utf-8' ? 'utf-8' : 'windows-1252',
    rows: () =>
      readRows(decodeText(file(), importMessages.notUtf8, encoding), delimiter, line === '' ? 1 : 2),
  };
}

/** The names of the first row that is not blank. */
function readHeading(text: string, delimiter: string): string[] {
  let names: string[] | undefined;
  try {
    parseSync(text, {
      delimiter,
      relax_column_count: true,
      to: headRows,
      on_record(cells: string[]) {
        if (!cells.every(isBlank)) names ??= cells;
        return null;
      },
    });
  } catch (error) {
    // A row below the heading may be damaged, or cut off.
    if (!(error instanceof SyncCsvError)) throw error;
  }
  return names ?? [];
}

/** @param from_line the line of the heading, after one that tells the separator */
async function* readRows(
  text: AsyncIterable<string>,
  delimiter: string,
  from_line: number,
): AsyncGenerator<TableRow> {
  const parser = parse({ delimiter, from_line, relax_column_count: true, max_record_size: maxRowBytes });
  const source = Readable.from(text);
  // An error of the source destroys the parser, and the loop over the parser then throws it.
  source.once('error', (error) => parser.destroy(error)).pipe(parser);
  let line = from_line;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      if (line > maxRows) throw new ImportFileError(importMessages.tooManyRows);
      if (line % rowsPerYield === 0) await nextTurn();
      if (!cells.every(isBlank)) yield { line, cells: cells.slice(0, maxColumns) };
      line += 1;
    }
  } catch (error) {
    throw error instanceof CsvError ? new ImportFileError(problemOf(error, from_line)) : error;
  } finally {
    source.destroy();
  }
}

/** The problem of a damaged row, which comes after those that the parser has read. */
function problemOf({ code, records }: CsvError, firstRow: number): string {
  const row = Number(records) + firstRow;
  if (code === 'CSV_QUOTE_NOT_CLOSED') return `Row ${row} is damaged or incomplete: a quote is not closed`;
  if (code === 'CSV_MAX_RECORD_SIZE') return `Row ${row} is damaged or too long`;
  return `Row ${row} is damaged: write a cell with quotes as "He said ""hi"""`;
}
