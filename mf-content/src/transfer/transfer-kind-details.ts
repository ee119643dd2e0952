import {
  contentImports,
  lessonsExport,
  lessonsImport,
  peopleExport,
  peopleImport,
  peopleImports,
  peopleTemplate,
  quizImports,
  quizzesExport,
  quizzesImport,
  quizzesTemplate,
  type TransferKind,
  transferKinds,
  vocabularyExport,
  vocabularyImport,
  vocabularyTemplate,
} from '@khmer-learning/contracts';

/** The formats of files, with their names, which no language translates. */
export const formatNames = { json: 'JSON', csv: 'CSV', xlsx: 'Excel' } as const;
export type FileFormat = keyof typeof formatNames;

export const transferKindDetails = {
  lessons: {
    formats: ['json'],
    exportEndpoint: lessonsExport,
    importEndpoint: lessonsImport,
    imports: contentImports,
    template: null,
  },
  vocabulary: {
    formats: ['csv', 'xlsx'],
    exportEndpoint: vocabularyExport,
    importEndpoint: vocabularyImport,
    imports: contentImports,
    template: vocabularyTemplate,
  },
  quizzes: {
    formats: ['json', 'csv', 'xlsx'],
    exportEndpoint: quizzesExport,
    importEndpoint: quizzesImport,
    imports: quizImports,
    template: quizzesTemplate,
  },
  people: {
    formats: ['csv', 'xlsx'],
    exportEndpoint: peopleExport,
    importEndpoint: peopleImport,
    imports: peopleImports,
    template: peopleTemplate,
  },
} as const satisfies Record<TransferKind, object>;

/** What somebody with this role may export and import. */
export const transferKindsOf = (role: string): readonly TransferKind[] =>
  role === 'admin' ? transferKinds : transferKinds.filter((kind) => kind !== 'people');
