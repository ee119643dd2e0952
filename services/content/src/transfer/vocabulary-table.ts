import { parseVocabulary, vocabularyLines } from '@khmer-learning/khmer-text';
import { headingOf, type ReadLine, tableField } from '@khmer-learning/transfer';
import type { LessonRow } from '../lessons/reads/lesson.queries.ts';
import type { ContentExportSource } from './lessons.export.ts';

export const vocabularyFields = [
  tableField('lessonId', 'Lesson ID', ['លេខមេរៀន']),
  tableField(
    'mainLesson',
    'Main lesson',
    ['course', 'main lesson title', 'unit', 'book', 'មេរៀនចម្បង', 'វគ្គសិក្សា'],
    ['First Words', 'First Words'],
  ),
  tableField('lessonType', 'Lesson type', ['type', 'ប្រភេទមេរៀន', 'ប្រភេទ'], ['Vocabulary', 'Vocabulary']),
  tableField(
    'lesson',
    'Lesson',
    ['lesson title', 'title', 'topic', 'មេរៀន', 'ចំណងជើង', 'ចំណងជើងមេរៀន'],
    ['Animals', 'Animals'],
    true,
  ),
  tableField('level', 'Level', ['grade', 'កម្រិត'], ['Beginner', 'Beginner']),
  tableField('description', 'Description', ['about', 'ការពិពណ៌នា', 'ពិពណ៌នា'], ['Animals at home', '']),
  tableField('section', 'Section', ['part', 'section title', 'ផ្នែក'], ['Words', 'Words']),
  tableField('english', 'English', ['word', 'english word', 'អង់គ្លេស', 'ភាសាអង់គ្លេស'], ['Cat', 'Dog']),
  tableField(
    'phonemic',
    'Pronunciation',
    ['phonemic', 'phonetic', 'romanization', 'ការបញ្ចេញសំឡេង', 'សំឡេង'],
    ['chmaa', 'chkae'],
  ),
  tableField('khmer', 'Khmer', ['khmer word', 'translation', 'ខ្មែរ', 'ភាសាខ្មែរ'], ['ឆ្មា', 'ឆ្កែ']),
  tableField('other', 'Other text', ['other', 'អត្ថបទផ្សេងទៀត']),
];

export type VocabularyRow = ReadLine<(typeof vocabularyFields)[number]['name']>;
export type VocabularyCells = VocabularyRow['values'];

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

/**
 * The names of a lesson's sections in a file: their titles. When several sections have the same title, the later
 * ones get a number: `Words`, `Words (2)`.
 */
export function uniqueSectionNames(sections: readonly { readonly title: string }[]): string[] {
  const titles = new Set(sections.map(({ title }) => title));
  const used = new Set<string>();
  return sections.map(({ title }) => {
    let name = title;
    for (let number = 2; used.has(name) || (name !== title && titles.has(name)); number += 1)
      name = `${title} (${number})`;
    used.add(name);
    return name;
  });
}
