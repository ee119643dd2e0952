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

/** The ids of the texts, the formats, and the endpoints of each kind of data. */
export const transferKindDetails = {
  lessons: {
    label: 'transferKind.lessons',
    description: 'transferKind.lessonsDescription',
    formats: ['json'],
    exportEndpoint: lessonsExport,
    importEndpoint: lessonsImport,
    imports: contentImports,
    template: null,
  },
  vocabulary: {
    label: 'transferKind.vocabulary',
    description: 'transferKind.vocabularyDescription',
    formats: ['csv', 'xlsx'],
    exportEndpoint: vocabularyExport,
    importEndpoint: vocabularyImport,
    imports: contentImports,
    template: vocabularyTemplate,
  },
  quizzes: {
    label: 'transferKind.quizzes',
    description: 'transferKind.quizzesDescription',
    formats: ['json', 'csv', 'xlsx'],
    exportEndpoint: quizzesExport,
    importEndpoint: quizzesImport,
    imports: quizImports,
    template: quizzesTemplate,
  },
  people: {
    label: 'transferKind.people',
    description: 'transferKind.peopleDescription',
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
