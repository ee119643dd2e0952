import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { enumFilter, idParams, isoDate, messageResponse, pagingFields, serialId } from '../core/fields.ts';

/** Largest file that may be imported, in bytes: some 5,000 long lessons. */
export const maxImportFileBytes = 64 * 1024 * 1024;

/** Most refused lines of a file that are listed; the others are counted. */
export const maxListedRefusedLines = 1_000;

/** What can be exported and imported. Quizzes live in another service than the other two. */
export const transferKinds = ['lessons', 'vocabulary', 'quizzes'] as const;
export type TransferKind = (typeof transferKinds)[number];

/** What would become of one line of a file. */
export const importOutcomes = ['create', 'change', 'unchanged', 'refuse'] as const;
export type ImportOutcome = (typeof importOutcomes)[number];

/**
 * An import on its way.
 * - `checking`: the file has arrived and is compared with what is stored (the dry run)
 * - `checked`: the dry run is over; `apply` may follow when nothing was refused
 * - `applying`: being written; goes on by itself after a restart
 * - `applied`: all of it is stored
 * - `undoing`: something could not be written; what was written is being taken back
 * - `stopped`: what was written could not be taken back; part of it is stored; `retry` goes on with it
 * - `failed`: nothing of it is stored; `problem` says why
 */
export const importStates = [
  'checking',
  'checked',
  'applying',
  'applied',
  'undoing',
  'stopped',
  'failed',
] as const;
export type ImportState = (typeof importStates)[number];

export const importMessages = {
  missing: 'Choose a file to import',
  tooLarge: 'The file is larger than 64 MB',
  notTheFormat: 'This is not a file that was exported here',
  empty: 'The file has nothing to import',
  broken: 'The file is damaged or incomplete',
  tooManyRows: 'The file has too many rows',
  tooManyItems: 'The file has more than 100,000 items; divide it into several',
  tooManyRefusals: 'More than 100,000 lines are refused; correct the file and check it again',
  itemTooLarge: 'Something in the file is too large to import',
  refused: 'Some lines are refused; correct the file and check it again',
  notChecked: 'This import has not been checked yet',
  changedMeanwhile: 'Something was changed since the check; check the file again',
  checkFailed: 'The file could not be checked: send it again. If it fails again, tell an administrator',
  applyFailed: 'Something went wrong: import the file again. If it fails again, tell an administrator',
  stopped:
    'Part of what was written could not be taken back: try again. If it fails again, tell an administrator',
  notStopped: 'This import has not stopped',
  underWay: 'This import is being applied',
  applied: 'This import was applied already',
  discarded: 'Import discarded',
} as const;

export const importSchema = z.object({
  id: z.number().int(),
  kind: z.enum(transferKinds),
  fileName: z.string(),
  state: z.enum(importStates),
  /** How far the present state's work is: lines done, of all. `total` is null while it is not known. */
  progress: z.object({ done: z.number().int(), total: z.number().int().nullable() }),
  /** How many lines the dry run found to have each outcome. */
  counts: z.object({
    create: z.number().int(),
    change: z.number().int(),
    unchanged: z.number().int(),
    refuse: z.number().int(),
  }),
  problem: z.string().nullable(),
  createdAt: isoDate,
  updatedAt: isoDate,
});
export type Import = z.infer<typeof importSchema>;

export const importLineSchema = z.object({
  /** The row of a CSV file, counted with its heading; otherwise the place in its list, from 1. */
  line: z.number().int(),
  /** `lesson`, `main lesson`, `lesson type`, `quiz` or, of a vocabulary file, `word`. */
  thing: z.string(),
  title: z.string(),
  outcome: z.enum(importOutcomes),
  /** Why it is refused, or the names of the fields that change. */
  notes: z.array(z.string()),
});
export type ImportLine = z.infer<typeof importLineSchema>;

const mainLessonFilter = z.object({
  /** Only what belongs to this main lesson; everything when absent. */
  mainLessonId: serialId.optional(),
});

const exportCommon = {
  method: 'GET',
  access: 'session',
  responseType: 'binary',
  response: z.unknown(),
} as const;
const importCommon = {
  method: 'POST',
  access: 'session',
  bodyType: 'multipart',
  bodyLimit: maxImportFileBytes + 64 * 1024,
  response: importSchema,
  status: 201,
} as const;

/** Lessons with their main lessons and lesson types, as `lessons.json` (docs/import-export.md has the format). */
export const lessonsExport = endpoint({
  ...exportCommon,
  id: 'lessons.export',
  service: 'content',
  path: '/api/export/lessons',
  summary: 'Export lessons as JSON',
  query: mainLessonFilter,
});

/** Vocabulary as CSV: UTF-8 with a byte order mark, a row per word, so that a spreadsheet opens it. */
export const vocabularyExport = endpoint({
  ...exportCommon,
  id: 'vocabulary.export',
  service: 'content',
  path: '/api/export/vocabulary',
  summary: 'Export vocabulary as CSV',
  query: mainLessonFilter,
});

export const quizzesExport = endpoint({
  ...exportCommon,
  id: 'quizzes.export',
  service: 'quizzes',
  path: '/api/export/quizzes',
  summary: 'Export quizzes as JSON',
  query: mainLessonFilter,
});

/** A file as `multipart/form-data` in the field `file`; it is checked at once, and nothing is stored of it. */
export const lessonsImport = endpoint({
  ...importCommon,
  id: 'lessons.import',
  service: 'content',
  path: '/api/import/lessons',
  summary: 'Check a JSON file of lessons before importing it',
});

export const vocabularyImport = endpoint({
  ...importCommon,
  id: 'vocabulary.import',
  service: 'content',
  path: '/api/import/vocabulary',
  summary: 'Check a CSV file of vocabulary before importing it',
});

export const quizzesImport = endpoint({
  ...importCommon,
  id: 'quizzes.import',
  service: 'quizzes',
  path: '/api/import/quizzes',
  summary: 'Check a JSON file of quizzes before importing it',
});

/** What can be done with an import, at the service that has it. An import belongs to the person who began it. */
function importInstanceEndpoints<const S extends 'content' | 'quizzes'>(service: S, path: string) {
  const common = { service, access: 'session', params: idParams } as const;
  return {
    get: endpoint({
      ...common,
      id: `imports.${service}.get`,
      method: 'GET',
      path: `${path}/:id`,
      summary: 'How far an import is',
      response: importSchema,
    }),
    lines: endpoint({
      ...common,
      id: `imports.${service}.lines`,
      method: 'GET',
      path: `${path}/:id/lines`,
      summary: 'What an import would do, line by line; of refused lines the first 1,000',
      query: z.object({ outcome: enumFilter(importOutcomes), ...pagingFields }),
      response: z.object({ lines: z.array(importLineSchema), total: z.number().int() }),
    }),
    apply: endpoint({
      ...common,
      id: `imports.${service}.apply`,
      method: 'POST',
      path: `${path}/:id/apply`,
      summary: 'Import what was checked: all of it or nothing',
      response: importSchema,
    }),
    retry: endpoint({
      ...common,
      id: `imports.${service}.retry`,
      method: 'POST',
      path: `${path}/:id/retry`,
      summary: 'Go on with taking back what a stopped import has written; admins may for others',
      response: importSchema,
    }),
    discard: endpoint({
      ...common,
      id: `imports.${service}.discard`,
      method: 'DELETE',
      path: `${path}/:id`,
      summary: 'Forget an import that was not applied',
      response: messageResponse,
    }),
  };
}

const content = importInstanceEndpoints('content', '/api/imports');
export const contentImportsGet = content.get;
export const contentImportsListLines = content.lines;
export const contentImportsApply = content.apply;
export const contentImportsRetry = content.retry;
export const contentImportsDiscard = content.discard;

const quizzes = importInstanceEndpoints('quizzes', '/api/quiz-imports');
export const quizImportsGet = quizzes.get;
export const quizImportsListLines = quizzes.lines;
export const quizImportsApply = quizzes.apply;
export const quizImportsRetry = quizzes.retry;
export const quizImportsDiscard = quizzes.discard;
