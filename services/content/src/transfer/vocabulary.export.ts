import { parseVocabulary, vocabularyLines } from '@khmer-learning/khmer-text';
import { headingOf } from '@khmer-learning/transfer';
import type { LessonRow } from '../lessons/reads/lesson.queries.ts';
import type { ContentExportSource } from './lessons.export.ts';
import { uniqueSectionNames } from './unique-section-names.ts';
import { vocabularyFields } from './vocabulary-fields.ts';

/** The rows of a table of lessons: one for each word and for each line that is not vocabulary. */
export async function* vocabularyRows(content: ContentExportSource): AsyncGenerator<string[]> {
  yield headingOf(vocabularyFields);
  for await (const { lesson, mainLesson, lessonType = '' } of content.lessons()) {
    const { _id, title, level, description } = lesson;
    const start = [String(_id), mainLesson, lessonType, title, level, description];
    const words = wordsOf(lesson);
    // A lesson without words is one row, with the texts of the lesson alone.
    for (const word of words.length > 0 ? words : [['', '', '', '', '']]) yield [...start, ...word];
  }
}

/** The name of the section, and the word or other text, of each row. */
function wordsOf({ sections }: LessonRow): string[][] {
  const names = uniqueSectionNames(sections);
  return sections.flatMap(({ content, html }, index) => {
    const vocabulary = parseVocabulary(content);
    // Formatted free text without a word is not vocabulary.
    if (html !== null && vocabulary.rows.length === 0) return [];
    return vocabularyLines(vocabulary).map((line) => [
      names[index] ?? '',
      ...('text' in line ? ['', '', '', line.text] : [line.english, line.phonemic, line.khmer, '']),
    ]);
  });
}
