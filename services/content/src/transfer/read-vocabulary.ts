import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { unescapeCsvFormula, importMessages } from '@khmer-learning/contracts';
import { isBlank } from '@khmer-learning/khmer-text';
import { ImportFileError, type ImportFileSource } from '@khmer-learning/service-kit';
import { CsvError, parse } from 'csv-parse';
import { type VocabularyColumn, vocabularyColumns } from './vocabulary-columns.ts';

/** A row of a file of vocabulary, its cells as plain text. */
export interface VocabularyRow {
  /** Its number in the file, the heading's being 1. */
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
const mostRows = 1_000_000;
/** Longest row in bytes: a section cannot hold more. */
const longestRow = 1024 * 1024;
const rowsPerTurn = 500;
const heading = /^\uFEFF?"?Lesson ID"?([,;\t])/i;
const badEncoding = 'ERR_ENCODING_INVALID_ENCODED_DATA';
const notUtf8 = 'The file is not UTF-8 text; save it as "CSV UTF-8"';

/** Whether a file begins with the heading of a file of vocabulary. */
export function beginsLikeVocabulary(start: Buffer): boolean {
  return delimiterOf(start) !== undefined;
}

/** Spreadsheets write what their country's lists are separated by. */
function delimiterOf(start: Buffer): string | undefined {
  return heading.exec(start.toString('utf8', 0, 64))?.[1];
}

/**
 * The rows of a file of vocabulary that have something in them.
 *
 * @throws FileProblem when it is no such file
 */
export async function* readVocabulary(file: ImportFileSource): AsyncGenerator<VocabularyRow> {
  const delimiter = delimiterOf(await firstBytes(file));
  if (delimiter === undefined) throw new ImportFileError(importMessages.notTheFormat);
  const parser = parse({ bom: true, delimiter, relax_column_count: true, max_record_size: longestRow });
  const source = Readable.from(utf8Only(file()));
  // An error of the source ends the parser, whose reader then throws it.
  source.once('error', (error) => parser.destroy(error)).pipe(parser);
  try {
    let read: ((cells: readonly string[], line: number) => VocabularyRow) | undefined;
    let line = 0;
    for await (const cells of parser as AsyncIterable<string[]>) {
      line += 1;
      if (line > mostRows) throw new ImportFileError(importMessages.tooManyRows);
      if (line % rowsPerTurn === 0) await nextTurn();
      if (!read) read = readerOf(cells);
      else if (!cells.every(isBlank)) yield read(cells, line);
    }
  } catch (error) {
    throw error instanceof CsvError ? new ImportFileError(importMessages.broken) : error;
  } finally {
    source.destroy();
  }
}

async function firstBytes(file: ImportFileSource): Promise<Buffer> {
  for await (const bytes of file()) return bytes;
  return Buffer.alloc(0);
}

async function* utf8Only(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const piece of bytes) {
      decoder.decode(piece, { stream: true });
      yield piece;
    }
    decoder.decode();
  } catch (error) {
    throw (error as { code?: unknown }).code === badEncoding ? new ImportFileError(notUtf8) : error;
  }
}

/** Reads rows by their heading: the columns may stand in any order, with others between them. */
function readerOf(names: readonly string[]): (cells: readonly string[], line: number) => VocabularyRow {
  const places = new Map(names.map((name, place) => [name.trim().toLowerCase(), place]));
  const place = (column: VocabularyColumn): number => {
    const found = places.get(column.toLowerCase());
    if (found === undefined) throw new ImportFileError(`The column "${column}" is missing`);
    return found;
  };
  const [lessonId, mainLesson, lesson, section, english, phonemic, khmer, other] =
    vocabularyColumns.map(place);
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
