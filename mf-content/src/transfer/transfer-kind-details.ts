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

/** The ids of the texts, and the endpoints, of each file type. */
export const transferKindDetails = {
  lessons: {
    label: 'transferKind.lessons',
    description: 'transferKind.lessonsDescription',
    fileName: 'lessons.json',
    exportEndpoint: lessonsExport,
    importEndpoint: lessonsImport,
    importInstanceEndpoints: contentImportEndpoints,
  },
  vocabulary: {
    label: 'transferKind.vocabulary',
    description: 'transferKind.vocabularyDescription',
    fileName: 'vocabulary.csv',
    exportEndpoint: vocabularyExport,
    importEndpoint: vocabularyImport,
    importInstanceEndpoints: contentImportEndpoints,
  },
  quizzes: {
    label: 'transferKind.quizzes',
    description: 'transferKind.quizzesDescription',
    fileName: 'quizzes.json',
    exportEndpoint: quizzesExport,
    importEndpoint: quizzesImport,
    importInstanceEndpoints: quizImportEndpoints,
  },
} as const satisfies Record<TransferKind, object>;
