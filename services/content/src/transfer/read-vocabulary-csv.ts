import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { importMessages, unescapeCsvFormula } from '@khmer-learning/contracts';
import { isBlank } from '@khmer-learning/khmer-text';
import { decodeStart, decodeText, ImportFileError, type ImportFileSource } from '@khmer-learning/transfer';
import { CsvError, parse } from 'csv-parse';
import { parse as parseSync, CsvError as SyncCsvError } from 'csv-parse/sync';
import { normaliseTitle } from '../parents/parents.ts';
import { vocabularyColumns } from './vocabulary-columns.ts';

/** A row of a vocabulary file, its cells as plain text. */
export interface VocabularyRow {
  /** Its row number in the file; the header is row 1. */
  readonly line: number;
  readonly lessonId: string;
  readonly mainLesson: string;
  readonly lesson: string;
  readonly section: string;
  readonly english: string;
  readonly phonemic: string;
  readonly khmer: string;
  readonly other: string;
}

/** More words than all lessons of a large school have. */
const maxRows = 1_000_000;
/** Longest row, in bytes: a section cannot hold more. */
const maxRowBytes = 1024 * 1024;
const rowsPerYield = 500;
/** The bytes in which the header must end; it may have many additional columns. */
const headBytes = 64 * 1024;
/** Rows that the search for the header reads: blank ones may come before it. */
const headRows = 10;
/** Spreadsheets use the list separator of their locale. */
const delimiters = [',', ';', '\t'];
/** A first line that tells Excel the separator. Excel fills it up with separators when it saves the file. */
const separatorLine = /^"?sep=([,;\t])"?[,;\t]{0,100}(?:\r\n|\n|\r)/i;
const notUtf8Message = 'The file is not encoded as UTF-8. Save it as "CSV UTF-8"';

const columnKeys = vocabularyColumns.map(normaliseTitle);

/** What the first bytes of a vocabulary file say about the rest. */
interface VocabularyHead {
  readonly delimiter: string;
  readonly hasSeparatorLine: boolean;
}

/** Whether a file starts with the header of a vocabulary file. */
export function looksLikeVocabularyCsv(start: Buffer): boolean {
  return readHead(start) !== undefined;
}

/** Reads the start of a file. Undefined when its first row has none of the columns. */
function readHead(start: Buffer): VocabularyHead | undefined {
  const text = decodeStart(start.subarray(0, headBytes));
  const [line = '', named] = separatorLine.exec(text) ?? [];
  const [best] = (named ? [named] : delimiters)
    .map((delimiter) => ({ delimiter, known: countColumns(text.slice(line.length), delimiter) }))
    .sort((one, other) => other.known - one.known);
  if (!best || best.known === 0) return undefined;
  return { delimiter: best.delimiter, hasSeparatorLine: line !== '' };
}

/** How many of the columns the first row has, with this delimiter. */
function countColumns(text: string, delimiter: string): number {
  let names: string[] | undefined;
  try {
    parseSync(text, {
      delimiter,
      relax_column_count: true,
      to: headRows,
      on_record(cells: string[]) {
        if (!cells.every(isBlank)) names ??= cells.map(normaliseTitle);
        return null;
      },
    });
  } catch (error) {
    // A row below the header may be damaged, or cut off.
    if (!(error instanceof SyncCsvError)) throw error;
  }
  return columnKeys.filter((key) => names?.includes(key)).length;
}

/**
 * Reads the rows of a vocabulary file in UTF-8 or UTF-16; blank rows are skipped.
 *
 * @throws ImportFileError when it is not a vocabulary file, has another encoding, is damaged, or has too many rows
 */
export async function* readVocabularyCsv(file: ImportFileSource): AsyncGenerator<VocabularyRow> {
  const head = readHead(await readFirstBytes(file));
  if (!head) throw new ImportFileError(importMessages.notTheFormat);
  const rowsBefore = head.hasSeparatorLine ? 1 : 0;
  const parser = parse({
    delimiter: head.delimiter,
    relax_column_count: true,
    max_record_size: maxRowBytes,
  });
  const text = decodeText(file(), notUtf8Message);
  const source = Readable.from(head.hasSeparatorLine ? withoutSeparatorLine(text) : text);
  // An error of the source destroys the parser, and the loop over the parser then throws it.
  source.once('error', (error) => parser.destroy(error)).pipe(parser);
  try {
    let read: ((cells: readonly string[], line: number) => VocabularyRow) | undefined;
    let line = rowsBefore;
    for await (const cells of parser as AsyncIterable<string[]>) {
      line += 1;
      if (line > maxRows) throw new ImportFileError(importMessages.tooManyRows);
      if (line % rowsPerYield === 0) await nextTurn();
      if (cells.every(isBlank)) continue;
      if (read) yield read(cells, line);
      else read = createRowReader(cells);
    }
  } catch (error) {
    throw error instanceof CsvError ? new ImportFileError(problemOf(error, rowsBefore)) : error;
  } finally {
    source.destroy();
  }
}

async function readFirstBytes(file: ImportFileSource): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const bytes of file()) {
    chunks.push(bytes);
    size += bytes.length;
    if (size >= headBytes) break;
  }
  return Buffer.concat(chunks);
}

async function* withoutSeparatorLine(text: AsyncIterable<string>): AsyncGenerator<string> {
  let isFirst = true;
  for await (const piece of text) {
    yield isFirst ? piece.replace(separatorLine, '') : piece;
    isFirst = false;
  }
}

/** The problem of a damaged row, which comes after those that the parser has read. */
function problemOf({ code, records }: CsvError, rowsBefore: number): string {
  const row = Number(records) + rowsBefore + 1;
  if (code === 'CSV_QUOTE_NOT_CLOSED') return `Row ${row} is damaged or incomplete: a quote is not closed`;
  if (code === 'CSV_MAX_RECORD_SIZE') return `Row ${row} is damaged or too long`;
  return `Row ${row} is damaged: write a cell with quotes as "He said ""hi"""`;
}

/** Creates the reader of rows from the header: columns may be in any order, with other columns between them. */
function createRowReader(
  names: readonly string[],
): (cells: readonly string[], line: number) => VocabularyRow {
  const keys = names.map(normaliseTitle);
  const columnIndex = (column: string): number => {
    const key = normaliseTitle(column);
    const found = keys.indexOf(key);
    if (found < 0) throw new ImportFileError(`The column "${column}" is missing`);
    if (keys.includes(key, found + 1))
      throw new ImportFileError(`The column "${column}" appears more than once`);
    return found;
  };
  const [lessonId, mainLesson, lesson, section, english, phonemic, khmer, other] =
    vocabularyColumns.map(columnIndex);
  return (cells, line) => {
    const text = (at: number | undefined) => unescapeCsvFormula(cells[at ?? -1] ?? '');
    return {
      line,
      lessonId: text(lessonId).trim(),
      mainLesson: text(mainLesson),
      lesson: text(lesson),
      section: text(section),
      english: text(english),
      phonemic: text(phonemic),
      khmer: text(khmer),
      other: text(other),
    };
  };
}
