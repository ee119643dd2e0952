import { z } from 'zod';
import { type Endpoint, endpoint, type HttpMethod } from '../core/endpoint.ts';
import { enumFilter, idParams, isoDate, messageResponse, pagingFields, serialId } from '../core/fields.ts';

/** Maximum size of an import file in bytes; about 5,000 long lessons. */
export const maxImportFileBytes = 64 * 1024 * 1024;

/** Maximum number of refused lines that are listed; further ones are only counted. */
export const maxListedRefusedLines = 1_000;

/** Maximum length of a cell that can be corrected in place; a line with a longer one is corrected in a file. */
export const maxImportCellLength = 5_000;
/** Limits of one correction: cells of a line (no type of file has more), lines, and values that are replaced everywhere. */
export const importCorrectionLimits = { cells: 40, lines: 1_000, replacements: 100 } as const;
/** How long an import can be undone. */
export const importUndoDays = 30;

/** Types of data that can be exported and imported: JSON files, and tables (CSV, Excel) of all but `lessons`. */
export const transferKinds = ['lessons', 'vocabulary', 'quizzes', 'people'] as const;
export type TransferKind = (typeof transferKinds)[number];

/** Possible outcomes of one line of a file. */
export const importOutcomes = ['create', 'change', 'unchanged', 'refuse'] as const;
export type ImportOutcome = (typeof importOutcomes)[number];

/** States of an import. */
export const importStates = [
  'mapping', // a table was uploaded whose columns are not all recognised; `setColumns` starts the check
  'checking', // the file was uploaded and is compared with the stored data (dry run)
  'checked', // the dry run is complete; `apply` leaves out the refused lines
  'applying', // the changes are being written; resumes automatically after a restart
  'applied', // all changes are stored
  'undoing', // a change failed, or the user undoes it; the changes made so far are being rolled back
  'stopped', // the rollback failed and part of the changes is stored; `retry` resumes the rollback
  'undone', // the user has undone it; `problem` names the items that stay changed
  'failed', // nothing is stored; `problem` gives the reason
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
  allRefused: 'No line of this file can be imported',
  tooManyToDownload: 'More than 1,000 lines are refused. Correct the original file and check it again',
  notChecked: 'This import has not been checked yet',
  changedMeanwhile: 'Content has changed since the check. Check the file again',
  checkFailed:
    'The file could not be checked. Upload it again. If the problem persists, contact an administrator',
  applyFailed:
    'Something went wrong. Import the file again. If the problem persists, contact an administrator',
  stopped: 'Some changes could not be undone. Try again. If the problem persists, contact an administrator',
  notCorrectable: 'This line cannot be corrected here. Download it, correct the file, and check it again',
  tooManyCorrections:
    'There are too many corrections. Download the refused lines, correct the file, and check it again',
  columns: 'Choose one column for each required field',
  notUndoable: 'This import can no longer be undone',
  password: 'The Excel file has a password. Remove it and upload the file again',
  oldExcel: 'This is a file of an old version of Excel. Save it as .xlsx and upload it again',
  tooLargeForExcel:
    'Excel cannot hold this: a cell has at most 32,767 characters, a sheet 1,048,576 rows. Choose CSV',
  tooLargeUnpacked: 'The Excel file is larger than 256 MB when unpacked',
  notStopped: 'This import has not stopped',
  underWay: 'This import is being applied',
  tooManyOpen: 'Wait until an import is finished. At most 5 can be under way',
  applied: 'This import has already been applied',
  discarded: 'Import discarded',
} as const;

/** Encodings of text files; another than UTF-8 is shown to the user. */
export const importEncodings = ['utf-8', 'utf-16', 'windows-1252'] as const;

/** What was found in a table, and which of its columns is which field. */
const importTableSchema = z.object({
  /** The sheets of an Excel file, and the one that is read; empty and null for a text. */
  sheets: z.array(z.string()),
  sheet: z.string().nullable(),
  /** Null for an Excel file. */
  encoding: z.enum(importEncodings).nullable(),
  columns: z.array(
    z.object({
      name: z.string(),
      /** The first three texts below the heading. */
      samples: z.array(z.string()),
      /** The name of its field; null: not imported. */
      field: z.string().nullable(),
    }),
  ),
  /** The fields that the columns can be mapped to, in the order of the template. */
  fields: z.array(z.object({ name: z.string(), label: z.string(), required: z.boolean() })),
});
export type ImportTable = z.infer<typeof importTableSchema>;

const count = z.number().int();

/** Items that the file names and that are not stored: main lessons, lesson types, lessons. */
const missingItemsSchema = z.object({
  thing: z.string(),
  count,
  /** The first 20. */
  titles: z.array(z.string()),
  /** Whether the import creates them; otherwise the lines that name them are refused. */
  isCreated: z.boolean(),
});

export const importSchema = z.object({
  id: z.number().int(),
  kind: z.enum(transferKinds),
  fileName: z.string(),
  state: z.enum(importStates),
  /** Progress of the current state in lines; `total` is null while unknown. */
  progress: z.object({ done: count, total: count.nullable() }),
  /** Number of lines per outcome in the dry run. */
  counts: z.object({ create: count, change: count, unchanged: count, refuse: count }),
  /** Number of items to be changed that have a working copy: it stays, beside what the import changes. Absent for none. */
  workingCopies: count.optional(),
  /** Only of tables. */
  table: importTableSchema.optional(),
  /** Absent when nothing is missing. */
  missing: z.array(missingItemsSchema).optional(),
  /** Of an applied import: until when it can be undone. */
  undoUntil: isoDate.optional(),
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
/** Formats of tables. CSV is UTF-8 with a byte order mark; formulas are defused in both. */
export const tableFormats = ['csv', 'xlsx'] as const;
const tableQuery = z.object({ format: enumFilter(tableFormats) });
const quizExportQuery = exportQuery.extend({ format: enumFilter(['json', ...tableFormats]) });

const fieldName = z.string().max(50);
const cellText = z.string().max(maxImportCellLength, 'The text is too long');
const correctedCells = z
  .record(fieldName, cellText)
  .refine((cells) => Object.keys(cells).length <= importCorrectionLimits.cells, 'Too many cells');

type TransferService = 'content' | 'quizzes' | 'users';
type TransferAccess = 'session' | 'admin';

/** Endpoints for one import, in the service that stores it. An import is visible only to the user who started it. */
function importInstanceEndpoints(service: TransferService, path: string, access: TransferAccess = 'session') {
  /** @param at the end of its path */
  const one = <const More extends Pick<Endpoint, 'summary' | 'response'> & Partial<Endpoint>>(
    name: string,
    method: HttpMethod,
    at: string,
    more: More,
  ) =>
    endpoint({
      ...{ service, access, id: `imports.${service}.${name}`, method, path: `${path}/:id${at}` },
      ...{ params: idParams, ...more },
    });
  return {
    list: endpoint({
      ...{ service, access, id: `imports.${service}.list`, method: 'GET', path },
      summary: "The user's last 20 imports, the newest first",
      response: z.object({ data: z.array(importSchema) }),
    }),
    get: one('get', 'GET', '', { summary: 'State and progress of an import', response: importSchema }),
    lines: one('lines', 'GET', '/lines', {
      summary: 'Result of the dry run, line by line; lists the first 1,000 refused lines',
      query: z.object({ outcome: enumFilter(importOutcomes), ...pagingFields }),
      response: z.object({ lines: z.array(importLineSchema), total: count }),
    }),
    /** 400 when a required field has no column, or a column does not exist. The mapping is remembered for the next table. */
    setColumns: one('set-columns', 'PUT', '/columns', {
      summary: 'Say which column of a table is which field, and check it again',
      body: z.object({
        /** The sheet to read; its columns are recognised anew unless `fields` is given, too. */
        sheet: z.string().max(200).optional(),
        /** The position of the column, from 0, by the name of the field. */
        fields: z.record(fieldName, z.number().int().nonnegative().max(1_000)).optional(),
      }),
      response: importSchema,
    }),
    /** The last correction of a cell is kept; a cell of its own value in the file is no correction. 409 when it is not checked. */
    check: one('check', 'POST', '/check', {
      summary: 'Correct refused lines, or choose what is created, and check the file again',
      body: z.object({
        /** The things whose missing items the import creates; absent: as before. */
        create: z.array(z.string().max(50)).max(5).optional(),
        lines: z
          .array(z.object({ place: z.number().int().nonnegative(), cells: correctedCells }))
          .max(importCorrectionLimits.lines)
          .optional(),
        /** Replaces a value of a field in every line. */
        replacements: z
          .array(z.object({ field: fieldName, from: cellText, to: cellText }))
          .max(importCorrectionLimits.replacements)
          .optional(),
      }),
      bodyLimit: 4 * 1024 * 1024,
      response: importSchema,
    }),
    refused: one('refused', 'GET', '/refused', {
      summary: 'The refused lines with their reasons, as a file of the same format; 409 above 1,000 lines',
      responseType: 'binary',
      response: z.unknown(),
    }),
    apply: one('apply', 'POST', '/apply', {
      summary: 'Apply the lines of a checked import that are not refused, all of them or nothing',
      response: importSchema,
    }),
    retry: one('retry', 'POST', '/retry', {
      summary: 'Resume the rollback of a stopped import; an admin may do so for others',
      response: importSchema,
    }),
    /** What undoing would keep: items that somebody has changed or deleted since. */
    changesSince: one('changes-since', 'GET', '/changes-since', {
      summary: 'What has changed since an import; the first 100',
      response: z.object({
        data: z.array(z.object({ thing: z.string(), id: z.number().int(), title: z.string() })),
        /** How many of the items of the import these are. */
        total: count,
        items: count,
      }),
    }),
    undo: one('undo', 'POST', '/undo', {
      summary: 'Cancel or undo an import, but for what has changed since; 409 later than 30 days',
      response: importSchema,
    }),
    discard: one('discard', 'DELETE', '', {
      summary: 'Discard an import that was not applied',
      response: messageResponse,
    }),
  };
}

export const contentImports = importInstanceEndpoints('content', '/api/imports');
export const quizImports = importInstanceEndpoints('quizzes', '/api/quiz-imports');
const importsOfPeople = importInstanceEndpoints('users', '/api/people-imports', 'admin');
/** Of people, in users; only for admins, who prove who they are before they give roles. */
export const peopleImports = {
  ...importsOfPeople,
  apply: { ...importsOfPeople.apply, recentProof: true },
} as const;

/** Endpoints of one kind of data, in the service that stores it. @param what is exported, and is imported */
function transferEndpoints<Q extends z.ZodType>(
  service: TransferService,
  kind: TransferKind,
  access: TransferAccess,
  query: Q,
  what: { readonly exported: string; readonly imported: string },
) {
  const file = { service, access, method: 'GET', responseType: 'binary', response: z.unknown() } as const;
  return {
    /** A file to download. Whether Excel can hold the rows of a table is known when all of them have been read. */
    export: endpoint({
      ...{ ...file, id: `${kind}.export`, path: `/api/export/${kind}`, query },
      ...{ summary: `Export ${what.exported}`, responseTimeoutMs: 60_000 },
    }),
    /** Uploads a file as `multipart/form-data` in the field `file` and starts the dry run; nothing is imported yet. */
    import: endpoint({
      ...{ service, access, id: `${kind}.import`, method: 'POST', path: `/api/import/${kind}` },
      summary: `Check ${what.imported} before importing it`,
      ...{ bodyType: 'multipart', bodyLimit: maxImportFileBytes + 64 * 1024 },
      ...{ response: importSchema, status: 201 },
    }),
    /** A template with two filled lines, for each kind of table. */
    template: endpoint({
      ...{ ...file, id: `${kind}.template`, path: `/api/import/${kind}/template`, query: tableQuery },
      summary: `A template for a table of ${kind}`,
    }),
  };
}

/** The calls for each kind of data: its export, the import of a file, and a template. */
export const transfers = {
  /** Lessons with their main lessons and lesson types (format: docs/import-export.md). */
  lessons: {
    ...transferEndpoints('content', 'lessons', 'session', exportQuery, {
      exported: 'lessons as JSON',
      imported: 'a JSON file of lessons',
    }),
    template: null,
  },
  vocabulary: transferEndpoints('content', 'vocabulary', 'session', exportQuery.extend(tableQuery.shape), {
    exported: 'lessons with their words as a table',
    imported: 'a table of lessons with their words',
  }),
  quizzes: transferEndpoints('quizzes', 'quizzes', 'session', quizExportQuery, {
    exported: 'quizzes as JSON or as a table',
    imported: 'a JSON file or a table of quizzes',
  }),
  /** People without passwords or other secrets; audited. */
  people: transferEndpoints('users', 'people', 'admin', tableQuery, {
    exported: 'people as a table',
    imported: 'a table of people',
  }),
} as const satisfies Record<TransferKind, object>;
