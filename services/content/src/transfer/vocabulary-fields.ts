import { type ReadLine, tableField } from '@khmer-learning/transfer';

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
