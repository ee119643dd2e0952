import {
  contentImportsApply,
  contentImportsCorrectLine,
  contentImportsDiscard,
  contentImportsGet,
  contentImportsListLines,
  contentImportsRefused,
  contentImportsRetry,
  lessonsExport,
  lessonsImport,
  quizImportsApply,
  quizImportsCorrectLine,
  quizImportsDiscard,
  quizImportsGet,
  quizImportsListLines,
  quizImportsRefused,
  quizImportsRetry,
  quizzesExport,
  quizzesImport,
  type TransferKind,
  vocabularyExport,
  vocabularyImport,
} from '@khmer-learning/contracts';

const contentImportEndpoints = {
  get: contentImportsGet,
  lines: contentImportsListLines,
  correctLine: contentImportsCorrectLine,
  refused: contentImportsRefused,
  apply: contentImportsApply,
  retry: contentImportsRetry,
  discard: contentImportsDiscard,
} as const;

const quizImportEndpoints = {
  get: quizImportsGet,
  lines: quizImportsListLines,
  correctLine: quizImportsCorrectLine,
  refused: quizImportsRefused,
  apply: quizImportsApply,
  retry: quizImportsRetry,
  discard: quizImportsDiscard,
} as const;

/** The texts and endpoints of each file type. */
export const transferKindDetails = {
  lessons: {
    label: 'Lessons (JSON)',
    description: 'Lessons with all their sections, their main lessons and lesson types.',
    fileName: 'lessons.json',
    exportEndpoint: lessonsExport,
    importEndpoint: lessonsImport,
    importInstanceEndpoints: contentImportEndpoints,
  },
  vocabulary: {
    label: 'Vocabulary (CSV)',
    description: 'One row per word, for a spreadsheet.',
    fileName: 'vocabulary.csv',
    exportEndpoint: vocabularyExport,
    importEndpoint: vocabularyImport,
    importInstanceEndpoints: contentImportEndpoints,
  },
  quizzes: {
    label: 'Quizzes (JSON)',
    description: 'Quizzes with their questions, and the lesson each belongs to.',
    fileName: 'quizzes.json',
    exportEndpoint: quizzesExport,
    importEndpoint: quizzesImport,
    importInstanceEndpoints: quizImportEndpoints,
  },
} as const satisfies Record<TransferKind, object>;
