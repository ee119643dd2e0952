import { byteOrderMark } from '@khmer-learning/contracts';
import { parseVocabulary, type Vocabulary } from '@khmer-learning/khmer-text';
import { formatCsvRows } from '@khmer-learning/transfer';
import type { LessonRow } from '../lessons/reads/lesson.queries.ts';
import type { ContentExportSource } from './content-export-source.ts';
import { uniqueSectionNames } from './unique-section-names.ts';
import { vocabularyColumns } from './vocabulary-columns.ts';

/** Streams a vocabulary file (CSV): a row for each word and for each line that is not vocabulary. */
export async function* streamVocabularyFile(content: ContentExportSource): AsyncGenerator<string> {
  yield byteOrderMark + formatCsvRows([vocabularyColumns]);
  for await (const { lesson, mainLesson } of content.lessons()) {
    const rows = toRows(lesson, mainLesson.title);
    if (rows.length > 0) yield formatCsvRows(rows);
  }
}

function toRows(lesson: LessonRow, mainLesson: string): string[][] {
  const names = uniqueSectionNames(lesson.sections);
  return lesson.sections.flatMap(({ content, html }, index) => {
    const vocabulary = parseVocabulary(content);
    // Formatted free text without a word is not vocabulary.
    if (html !== null && vocabulary.rows.length === 0) return [];
    const start = [String(lesson._id), mainLesson, lesson.title, names[index] ?? ''];
    return toCells(vocabulary).map((cells) => [...start, ...cells]);
  });
}

function toCells({ rows, unparsedLines }: Vocabulary): string[][] {
  const cells: string[][] = [];
  let nextUnparsed = 0;
  for (let row = 0; row <= rows.length; row += 1) {
    for (
      let line = unparsedLines[nextUnparsed];
      line && line.afterRows <= row;
      line = unparsedLines[nextUnparsed]
    ) {
      cells.push(['', '', '', line.text]);
      nextUnparsed += 1;
    }
    const word = rows[row];
    if (word) cells.push([word.english, word.phonemic, word.khmer, '']);
  }
  return cells;
}
