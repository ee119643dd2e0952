import {
  contentImportsApply,
  contentImportsDiscard,
  contentImportsGet,
  contentImportsListLines,
  contentImportsRetry,
  lessonsExport,
  lessonsImport,
  quizImportsApply,
  quizImportsDiscard,
  quizImportsGet,
  quizImportsListLines,
  quizImportsRetry,
  quizzesExport,
  quizzesImport,
  type TransferKind,
  vocabularyExport,
  vocabularyImport,
} from '@khmer-learning/contracts';

const inContent = {
  get: contentImportsGet,
  lines: contentImportsListLines,
  apply: contentImportsApply,
  retry: contentImportsRetry,
  discard: contentImportsDiscard,
} as const;

const inQuizzes = {
  get: quizImportsGet,
  lines: quizImportsListLines,
  apply: quizImportsApply,
  retry: quizImportsRetry,
  discard: quizImportsDiscard,
} as const;

/** The words and the calls of each kind of file. */
export const kinds = {
  lessons: {
    label: 'Lessons (JSON)',
    about: 'Lessons with all their sections, their main lessons and lesson types.',
    fileName: 'lessons.json',
    exportCall: lessonsExport,
    importCall: lessonsImport,
    followUps: inContent,
  },
  vocabulary: {
    label: 'Vocabulary (CSV)',
    about: 'One row per word, for a spreadsheet.',
    fileName: 'vocabulary.csv',
    exportCall: vocabularyExport,
    importCall: vocabularyImport,
    followUps: inContent,
  },
  quizzes: {
    label: 'Quizzes (JSON)',
    about: 'Quizzes with their questions, and the lesson each belongs to.',
    fileName: 'quizzes.json',
    exportCall: quizzesExport,
    importCall: quizzesImport,
    followUps: inQuizzes,
  },
} as const satisfies Record<TransferKind, object>;
