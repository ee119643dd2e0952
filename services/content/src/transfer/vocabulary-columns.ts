/** The columns of a vocabulary file, in order. */
export const vocabularyColumns = [
  'Lesson ID',
  'Main lesson',
  'Lesson',
  'Section',
  'English',
  'Pronunciation',
  'Khmer',
  'Other text',
] as const;
