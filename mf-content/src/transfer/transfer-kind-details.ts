import {
  contentImports,
  peopleImports,
  quizImports,
  type TransferKind,
  transferKinds,
} from '@khmer-learning/contracts';

/** The formats of files, with their names, which no language translates. */
export const formatNames = { json: 'JSON', csv: 'CSV', xlsx: 'Excel' } as const;
export type FileFormat = keyof typeof formatNames;

export const exportFormats = {
  lessons: ['json'],
  vocabulary: ['csv', 'xlsx'],
  quizzes: ['json', 'csv', 'xlsx'],
  people: ['csv', 'xlsx'],
} as const satisfies Record<TransferKind, readonly FileFormat[]>;

/** The calls about one import. */
export const importsOf = {
  lessons: contentImports,
  vocabulary: contentImports,
  quizzes: quizImports,
  people: peopleImports,
} as const satisfies Record<TransferKind, object>;

/** What somebody with this role may export and import. */
export const transferKindsOf = (role: string): readonly TransferKind[] =>
  role === 'admin' ? transferKinds : transferKinds.filter((kind) => kind !== 'people');
