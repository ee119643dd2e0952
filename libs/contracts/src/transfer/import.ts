import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import {
  enumFilter,
  idParams,
  integerParam,
  isoDate,
  messageResponse,
  pagingFields,
  serialId,
} from '../core/fields.ts';

/** Maximum size of an import file in bytes; about 5,000 long lessons. */
export const maxImportFileBytes = 64 * 1024 * 1024;

/** Maximum number of refused lines that are listed; further ones are only counted. */
export const maxListedRefusedLines = 1_000;

/** Maximum length of a cell that can be corrected in place; a line with a longer one is corrected in a file. */
export const maxImportCellLength = 5_000;
/** Maximum number of cells in one correction; no type of file has more. */
const maxCorrectedCells = 20;

/** Types of data that can be exported and imported. Quizzes are in another service than the other two. */
export const transferKinds = ['lessons', 'vocabulary', 'quizzes'] as const;
export type TransferKind = (typeof transferKinds)[number];

/** Possible outcomes of one line of a file. */
export const importOutcomes = ['create', 'change', 'unchanged', 'refuse'] as const;
export type ImportOutcome = (typeof importOutcomes)[number];

/**
 * States of an import.
 * - `checking`: the file was uploaded and is compared with the stored data (dry run)
 * - `checked`: the dry run is complete; `apply` leaves out the refused lines
 * - `applying`: the changes are being written; resumes automatically after a restart
 * - `applied`: all changes are stored
 * - `undoing`: a change failed; the changes made so far are being rolled back
 * - `stopped`: the rollback failed and part of the changes is stored; `retry` resumes the rollback
 * - `failed`: nothing is stored; `problem` gives the reason
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
  notTheFormat: 'This file was not exported from this console',
  empty: 'The file contains nothing to import',
  broken: 'The file is damaged or incomplete',
  notUtf8: 'The file is not encoded as UTF-8',
  tooManyRows: 'The file has too many rows',
  tooManyItems: 'The file has more than 100,000 items. Split it into several files',
  tooManyRefusals: 'More than 100,000 lines are refused. Correct the file and check it again',
  itemTooLarge: 'An item in the file is too large to import',
  refused: 'Some lines are refused. The others can be imported without them',
  allRefused: 'No line of this file can be imported. Correct the refused lines and check the file again',
  tooManyToDownload: 'More than 1,000 lines are refused. Correct the original file and check it again',
  notChecked: 'This import has not been checked yet',
  changedMeanwhile: 'Content has changed since the check. Check the file again',
  checkFailed:
    'The file could not be checked. Upload it again. If the problem persists, contact an administrator',
  applyFailed:
    'Something went wrong. Import the file again. If the problem persists, contact an administrator',
  stopped: 'Some changes could not be undone. Try again. If the problem persists, contact an administrator',
  notCorrectable: 'This line cannot be corrected here. Download it, correct the file, and check it again',
  tooManyToCorrect: 'More than 1,000 lines would be refused. Correct the original file and check it again',
  tooManyRowsToCorrect: 'The lesson has too many rows to be corrected here. Correct the original file',
  correctedMeanwhile: 'Another line was corrected at the same time. Try again',
  notStopped: 'This import has not stopped',
  underWay: 'This import is being applied',
  tooManyOpen: 'Wait until an import is finished. At most 5 can be under way',
  applied: 'This import has already been applied',
  discarded: 'Import discarded',
} as const;

export const importSchema = z.object({
  id: z.number().int(),
  kind: z.enum(transferKinds),
  fileName: z.string(),
  state: z.enum(importStates),
  /** Progress of the current state in lines; `total` is null while unknown. */
  progress: z.object({ done: z.number().int(), total: z.number().int().nullable() }),
  /** Number of lines per outcome in the dry run. */
  counts: z.object({
    create: z.number().int(),
    change: z.number().int(),
    unchanged: z.number().int(),
    refuse: z.number().int(),
  }),
  /** Number of items to be changed that have a working copy: it stays, beside what the import changes. Absent for none. */
  workingCopies: z.number().int().optional(),
  problem: z.string().nullable(),
  createdAt: isoDate,
  updatedAt: isoDate,
});
export type Import = z.infer<typeof importSchema>;

const importCellSchema = z.object({
  name: z.string(),
  label: z.string(),
  value: z.string(),
  /** The value in the file. */
  original: z.string(),
  /** Whether a correction may contain it: it is refused, or was corrected. */
  editable: z.boolean(),
  /** The reasons for a refusal that are about this cell. */
  problems: z.array(z.string()),
});
export type ImportCell = z.infer<typeof importCellSchema>;

const importLineSchema = z.object({
  /** The row of a CSV file including the heading row; otherwise the position in its list, from 1. */
  line: z.number().int(),
  /** `lesson`, `main lesson`, `lesson type`, `quiz`, or `word` for a vocabulary file. */
  thing: z.string(),
  title: z.string(),
  outcome: z.enum(importOutcomes),
  /** The reasons for a refusal, or the names of the changed fields. */
  notes: z.array(z.string()),
  /** Only of lines that can be corrected in place, or were: the cells, and the position in the list of lines, from 0. */
  correction: z.object({ place: z.number().int(), cells: z.array(importCellSchema) }).optional(),
});
export type ImportLine = z.infer<typeof importLineSchema>;

const exportQuery = z.object({
  /** Exports only this main lesson's data; absent: everything. */
  mainLessonId: serialId.optional(),
  /** `true`: items with a working copy have its contents. By default, what is published is exported. */
  workingCopies: z.enum(['true', 'false'], 'workingCopies must be true or false').optional(),
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

/** Lessons with their main lessons and lesson types, as `lessons.json` (format: docs/import-export.md). */
export const lessonsExport = endpoint({
  ...exportCommon,
  id: 'lessons.export',
  service: 'content',
  path: '/api/export/lessons',
  summary: 'Export lessons as JSON',
  query: exportQuery,
});

/** Vocabulary as CSV for spreadsheets: UTF-8 with a byte order mark, one row per word. */
export const vocabularyExport = endpoint({
  ...exportCommon,
  id: 'vocabulary.export',
  service: 'content',
  path: '/api/export/vocabulary',
  summary: 'Export vocabulary as CSV',
  query: exportQuery,
});

export const quizzesExport = endpoint({
  ...exportCommon,
  id: 'quizzes.export',
  service: 'quizzes',
  path: '/api/export/quizzes',
  summary: 'Export quizzes as JSON',
  query: exportQuery,
});

/** Uploads a file as `multipart/form-data` in the field `file` and starts the dry run; nothing is imported yet. */
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

/** Endpoints for one import, in the service that stores it. An import is visible only to the user who started it. */
function importInstanceEndpoints<const S extends 'content' | 'quizzes'>(service: S, path: string) {
  const common = { service, access: 'session', params: idParams } as const;
  return {
    get: endpoint({
      ...common,
      id: `imports.${service}.get`,
      method: 'GET',
      path: `${path}/:id`,
      summary: 'State and progress of an import',
      response: importSchema,
    }),
    lines: endpoint({
      ...common,
      id: `imports.${service}.lines`,
      method: 'GET',
      path: `${path}/:id/lines`,
      summary: 'Result of the dry run, line by line; lists the first 1,000 refused lines',
      query: z.object({ outcome: enumFilter(importOutcomes), ...pagingFields }),
      response: z.object({ lines: z.array(importLineSchema), total: z.number().int() }),
    }),
    correctLine: endpoint({
      ...common,
      id: `imports.${service}.correct-line`,
      method: 'PATCH',
      path: `${path}/:id/lines/:place`,
      summary: 'Correct cells of a refused line and check it again; the last correction of a line is kept',
      params: idParams.extend({ place: integerParam(z.number().int().nonnegative()) }),
      body: z.object({
        cells: z
          .record(z.string().max(50), z.string().max(maxImportCellLength, 'The text is too long'))
          .refine((cells) => Object.keys(cells).length <= maxCorrectedCells, 'Too many cells'),
      }),
      bodyLimit: 512 * 1024,
      /** `lines`: the line, and others that are judged together with it. */
      response: z.object({ import: importSchema, lines: z.array(importLineSchema) }),
    }),
    refused: endpoint({
      ...common,
      id: `imports.${service}.refused`,
      method: 'GET',
      path: `${path}/:id/refused`,
      summary: 'The refused lines with their reasons, as a file of the same format; 409 above 1,000 lines',
      responseType: 'binary',
      response: z.unknown(),
    }),
    apply: endpoint({
      ...common,
      id: `imports.${service}.apply`,
      method: 'POST',
      path: `${path}/:id/apply`,
      summary: 'Apply the lines of a checked import that are not refused, all of them or nothing',
      response: importSchema,
    }),
    retry: endpoint({
      ...common,
      id: `imports.${service}.retry`,
      method: 'POST',
      path: `${path}/:id/retry`,
      summary: 'Resume the rollback of a stopped import; an admin may do so for others',
      response: importSchema,
    }),
    discard: endpoint({
      ...common,
      id: `imports.${service}.discard`,
      method: 'DELETE',
      path: `${path}/:id`,
      summary: 'Discard an import that was not applied',
      response: messageResponse,
    }),
  };
}

const content = importInstanceEndpoints('content', '/api/imports');
export const contentImportsGet = content.get;
export const contentImportsListLines = content.lines;
export const contentImportsCorrectLine = content.correctLine;
export const contentImportsRefused = content.refused;
export const contentImportsApply = content.apply;
export const contentImportsRetry = content.retry;
export const contentImportsDiscard = content.discard;

const quizzes = importInstanceEndpoints('quizzes', '/api/quiz-imports');
export const quizImportsGet = quizzes.get;
export const quizImportsListLines = quizzes.lines;
export const quizImportsCorrectLine = quizzes.correctLine;
export const quizImportsRefused = quizzes.refused;
export const quizImportsApply = quizzes.apply;
export const quizImportsRetry = quizzes.retry;
export const quizImportsDiscard = quizzes.discard;
