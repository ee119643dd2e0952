import type { ReadLine, TableField } from '@khmer-learning/transfer';

type Name =
  | 'lessonId'
  | 'mainLesson'
  | 'lessonType'
  | 'lesson'
  | 'level'
  | 'description'
  | 'section'
  | 'english'
  | 'phonemic'
  | 'khmer'
  | 'other';

/** A row of a table of lessons with their words. */
export type VocabularyRow = ReadLine<Name>;
export type VocabularyCells = VocabularyRow['values'];

const field = <const N extends Name>(
  name: N,
  label: string,
  en: readonly string[],
  km: readonly string[],
  example: readonly [string, string],
): TableField<N> => ({ name, label, aliases: { en, km }, required: name === 'lesson', example });

/** The columns of a table of lessons with their words, in order. */
export const vocabularyFields = [
  field('lessonId', 'Lesson ID', [], ['លេខមេរៀន'], ['', '']),
  field(
    'mainLesson',
    'Main lesson',
    ['course', 'main lesson title', 'unit', 'book'],
    ['មេរៀនចម្បង', 'វគ្គសិក្សា'],
    ['First Words', 'First Words'],
  ),
  field('lessonType', 'Lesson type', ['type'], ['ប្រភេទមេរៀន', 'ប្រភេទ'], ['Vocabulary', 'Vocabulary']),
  field(
    'lesson',
    'Lesson',
    ['lesson title', 'title', 'topic'],
    ['មេរៀន', 'ចំណងជើង', 'ចំណងជើងមេរៀន'],
    ['Animals', 'Animals'],
  ),
  field('level', 'Level', ['grade'], ['កម្រិត'], ['Beginner', 'Beginner']),
  field('description', 'Description', ['about'], ['ការពិពណ៌នា', 'ពិពណ៌នា'], ['Animals at home', '']),
  field('section', 'Section', ['part', 'section title'], ['ផ្នែក'], ['Words', 'Words']),
  field('english', 'English', ['word', 'english word'], ['អង់គ្លេស', 'ភាសាអង់គ្លេស'], ['Cat', 'Dog']),
  field(
    'phonemic',
    'Pronunciation',
    ['phonemic', 'phonetic', 'romanization'],
    ['ការបញ្ចេញសំឡេង', 'សំឡេង'],
    ['chmaa', 'chkae'],
  ),
  field('khmer', 'Khmer', ['khmer word', 'translation'], ['ខ្មែរ', 'ភាសាខ្មែរ'], ['ឆ្មា', 'ឆ្កែ']),
  field('other', 'Other text', ['other'], ['អត្ថបទផ្សេងទៀត'], ['', '']),
] as const;
