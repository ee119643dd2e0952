import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { importMessages, unescapeCsvFormula } from '@khmer-learning/contracts';
import { isBlank } from '@khmer-learning/khmer-text';
import { ImportFileError, type ImportFileSource } from '@khmer-learning/transfer';
import { CsvError, parse } from 'csv-parse';
import { type VocabularyColumn, vocabularyColumns } from './vocabulary-columns.ts';

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
const headerPattern = /^\uFEFF?"?Lesson ID"?([,;\t])/i;
const invalidEncodingCode = 'ERR_ENCODING_INVALID_ENCODED_DATA';
const notUtf8Message = 'The file is not encoded as UTF-8. Save it as "CSV UTF-8"';

/** Whether a file starts with the header of a vocabulary file. */
export function looksLikeVocabularyCsv(start: Buffer): boolean {
  return detectDelimiter(start) !== undefined;
}

/** Spreadsheets use the list separator of their locale. */
function detectDelimiter(start: Buffer): string | undefined {
  return headerPattern.exec(start.toString('utf8', 0, 64))?.[1];
}

/**
 * Reads the rows of a vocabulary file; blank rows are skipped.
 *
 * @throws ImportFileError when it is not a vocabulary file in UTF-8, is damaged, or has too many rows
 */
export async function* readVocabularyCsv(file: ImportFileSource): AsyncGenerator<VocabularyRow> {
  const delimiter = detectDelimiter(await readFirstChunk(file));
  if (delimiter === undefined) throw new ImportFileError(importMessages.notTheFormat);
  const parser = parse({ bom: true, delimiter, relax_column_count: true, max_record_size: maxRowBytes });
  const source = Readable.from(validateUtf8(file()));
  // An error of the source destroys the parser, and the loop over the parser then throws it.
  source.once('error', (error) => parser.destroy(error)).pipe(parser);
  try {
    let read: ((cells: readonly string[], line: number) => VocabularyRow) | undefined;
    let line = 0;
    for await (const cells of parser as AsyncIterable<string[]>) {
      line += 1;
      if (line > maxRows) throw new ImportFileError(importMessages.tooManyRows);
      if (line % rowsPerYield === 0) await nextTurn();
      if (!read) read = createRowReader(cells);
      else if (!cells.every(isBlank)) yield read(cells, line);
    }
  } catch (error) {
    throw error instanceof CsvError ? new ImportFileError(importMessages.broken) : error;
  } finally {
    source.destroy();
  }
}

async function readFirstChunk(file: ImportFileSource): Promise<Buffer> {
  for await (const bytes of file()) return bytes;
  return Buffer.alloc(0);
}

async function* validateUtf8(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of bytes) {
      decoder.decode(chunk, { stream: true });
      yield chunk;
    }
    decoder.decode();
  } catch (error) {
    throw (error as { code?: unknown }).code === invalidEncodingCode
      ? new ImportFileError(notUtf8Message)
      : error;
  }
}

/** Creates the reader of rows from the header: columns may be in any order, with other columns between them. */
function createRowReader(
  names: readonly string[],
): (cells: readonly string[], line: number) => VocabularyRow {
  const columnIndexes = new Map(names.map((name, columnIndex) => [name.trim().toLowerCase(), columnIndex]));
  const columnIndex = (column: VocabularyColumn): number => {
    const found = columnIndexes.get(column.toLowerCase());
    if (found === undefined) throw new ImportFileError(`The column "${column}" is missing`);
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
