import { parseVocabulary, vocabularyLines } from '@khmer-learning/khmer-text';
import { headingOf } from '@khmer-learning/transfer';
import type { LessonRow } from '../lessons/reads/lesson.queries.ts';
import type { ContentExportSource } from './content-export-source.ts';
import { uniqueSectionNames } from './unique-section-names.ts';
import { vocabularyFields } from './vocabulary-fields.ts';

/** The rows of a table of lessons: one for each word and for each line that is not vocabulary. */
export async function* vocabularyRows(content: ContentExportSource): AsyncGenerator<string[]> {
  yield headingOf(vocabularyFields);
  const types = new Map((await content.lessonTypes()).map(({ _id, title }) => [_id, title]));
  for await (const { lesson, mainLesson } of content.lessons())
    yield* toRows(lesson, mainLesson.title, types.get(lesson.lessonTypeId) ?? '');
}

/** A lesson without words is one row, with the texts of the lesson alone. */
function toRows(lesson: LessonRow, mainLesson: string, lessonType: string): string[][] {
  const names = uniqueSectionNames(lesson.sections);
  const { _id, title, level, description } = lesson;
  const start = [String(_id), mainLesson, lessonType, title, level, description];
  const words = lesson.sections.flatMap(({ content, html }, index) => {
    const vocabulary = parseVocabulary(content);
    // Formatted free text without a word is not vocabulary.
    if (html !== null && vocabulary.rows.length === 0) return [];
    return vocabularyLines(vocabulary).map((line) => [
      ...start,
      names[index] ?? '',
      ...('text' in line ? ['', '', '', line.text] : [line.english, line.phonemic, line.khmer, '']),
    ]);
  });
  return words.length > 0 ? words : [[...start, '', '', '', '', '']];
}
