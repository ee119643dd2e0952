import {
  type Actor,
  type Import,
  type ImportCell,
  type ImportLine,
  type ImportTable,
  type ItemEdits,
  importUndoDays,
  type Rights,
  type TransferKind,
} from '@khmer-learning/contracts';
import { modelOf } from '@khmer-learning/service-kit';
import { type Connection, Schema, type SchemaDefinition } from 'mongoose';

/** A stored import: the fields that its owner sees, and those of the job. */
export interface StoredImport extends Pick<Import, 'state' | 'progress' | 'counts' | 'problem'> {
  _id: number;
  /** Edits of many items are imports without a file. */
  kind: TransferKind | 'lesson-edits' | 'quiz-edits';
  /** The titles of the items, for edits of many. */
  fileName: string;
  /** The user who started it and on whose behalf it writes, the request and the address. */
  actor: Actor;
  requestId: string | null;
  address: string | null;
  /** What an admin has taken from that user, when applied; absent for who may publish everything. */
  rights?: Rights | null;
  /** Of edits: the names of the fields, and what happens to the items. */
  edits?: { fields: string[]; change: ItemEdits['change'] };
  /** Number of the check that wrote the lines and writes; an interrupted check restarts with the next number. */
  run: number;
  /** Number of planned writes. */
  writes: number;
  /** Number of planned writes to items with a working copy; absent in imports of older versions. */
  workingCopies?: number;
  /** Absent for edits, and in imports of older versions. */
  format?: FileFormat;
  /** What the user has said of the columns of a table, until they are read. */
  mapping?: { sheet: string; fields?: Record<string, number> };
  /** Absent until the columns are read. */
  table?: Omit<ImportTable, 'fields'>;
  /** The things whose missing items are created, and what is missing. */
  create?: string[];
  missing?: Missing[];
  /** The writes with a smaller `seq` are applied. */
  applied: number;
  /** Lease fields; see `JobRow`. */
  failures: number;
  holder: string | null;
  heldUntil: Date;
  createdAt: Date;
  updatedAt: Date;
  /** When it is deleted; absent while it is being applied or undone. */
  expiresAt?: Date;
  /** Until when the user can undo it; absent for edits, and in those that older versions have applied: their journal is gone. */
  undoUntil?: Date;
  /** Whether its user takes it back. */
  isUndone?: boolean;
}

/** The format of a file, found by its bytes. */
export type FileFormat = 'json' | 'csv' | 'xlsx';
/** Whether a file is JSON, if there are such files of its kind; older versions did not say so. */
export const isOfJson = ({ format = 'json' }: StoredImport): boolean => format === 'json';
type Missing = Omit<NonNullable<Import['missing']>[number], 'isCreated'>;

interface OfImport {
  importId: number;
  expiresAt: Date;
}

/** A stored line of the list. */
export interface StoredLine extends OfImport, Omit<ImportLine, 'correction'> {
  run: number;
  /** Position in the list. */
  place: number;
  /** The line as it was read, in JSON: of refused lines, and of others that these need. */
  source?: string;
  /** The cells of a refused line that can be corrected in place, and of a corrected one. */
  cells?: ImportCell[];
}

/** A version of an item. */
export interface ItemVersion {
  readonly id: number;
  readonly version: number;
}

/** The item as a write left it, needed to undo it. */
export interface JournalEntry extends ItemVersion {
  /** The previous state; null when the write created the item. */
  readonly before: unknown;
}

/** A planned creation or change, applied in the order of `seq`, the place of its line: corrected lines fill gaps. */
export interface StoredWrite extends OfImport {
  run: number;
  seq: number;
  /** `lesson`, `main lesson`, `lesson type`, `quiz`. */
  thing: string;
  title: string;
  /** The item to change, as seen by the check; null: creates an item. */
  target: ItemVersion | null;
  /** The `seq` of the writes that create the items it refers to. */
  needs: number[];
  /** Absent once it is applied. */
  payload?: unknown;
  /** Bytes of the new and the previous state. */
  weight: number;
  journal: JournalEntry | null;
}

/** The corrections of an import, applied whenever its file is read. */
export interface StoredCorrections {
  /** The id of the import. */
  _id: number;
  lines: { key: string; cells: Record<string, string> }[];
  replacements: { field: string; from: string; to: string }[];
  expiresAt: Date;
}

export const dayMs = 24 * 60 * 60 * 1_000;
const retentionMs = 7 * dayMs;

/** When a finished import is deleted. */
export const retentionExpiry = (since = Date.now()): Date => new Date(since + retentionMs);

/** Until when an import that was just applied can be undone. */
export const undoExpiry = (): Date => new Date(Date.now() + importUndoDays * dayMs);

/** Adds `updatedAt` to changes that the owner sees. */
export const withUpdatedAt = <T extends Partial<StoredImport>>(fields: T) => ({
  ...fields,
  updatedAt: new Date(),
});

/** A collection whose rows are deleted when they expire. */
function expiringSchema<Row>(collection: string, id: SchemaDefinition = {}): Schema<Row> {
  const schema = new Schema<Row>(id, {
    ...{ versionKey: false, collection, id: false },
    ...{ strict: false, minimize: false },
  });
  return schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
}

/** The index of a user's last edits. */
export const ofOwnerIndex = { 'actor.id': 1, kind: 1, state: 1, _id: -1 } as const;
/** The index of a user's last imports. */
export const newestIndex = { 'actor.id': 1, kind: 1, _id: -1 } as const;
/** Contains only the lines with a source. */
export const sourceIndex = { importId: 1, run: 1, thing: 1, place: 1 } as const;

const importsOf = modelOf(
  'Import',
  expiringSchema<StoredImport>('imports', { _id: Number })
    .index({ state: 1, heldUntil: 1 })
    .index(ofOwnerIndex)
    .index(newestIndex),
);
const linesOf = modelOf(
  'ImportLine',
  expiringSchema<StoredLine>('import_lines')
    .index({ importId: 1, run: 1, place: 1 })
    .index({ importId: 1, run: 1, outcome: 1, place: 1 })
    .index(sourceIndex, { partialFilterExpression: { source: { $exists: true } } }),
);
const writesOf = modelOf(
  'ImportWrite',
  expiringSchema<StoredWrite>('import_writes').index({ importId: 1, run: 1, seq: 1 }, { unique: true }),
);
/** The chunks of files that have not been applied yet. */
const chunksOf = modelOf(
  'ImportChunk',
  expiringSchema<OfImport & { place: number; data: Buffer }>('import_chunks').index(
    { importId: 1, place: 1 },
    { unique: true },
  ),
);
const correctionsOf = modelOf(
  'ImportCorrections',
  expiringSchema<StoredCorrections>('import_corrections', { _id: Number }),
);
/** The columns that users have chosen; the id is the user, the kind, and a digest of the headings. */
const mappingsOf = modelOf(
  'ImportMapping',
  expiringSchema<{ _id: string; owner: string; fields: (string | null)[]; expiresAt: Date }>(
    'import_mappings',
    { _id: String },
  ).index({ owner: 1, expiresAt: -1 }),
);

/** The collections of imports. */
export type ImportCollections = ReturnType<typeof importCollections>;

/** The models of a connection. Call it before `createCollections`, which creates the collections of known models. */
export const importCollections = (connection: Connection) => ({
  imports: importsOf(connection),
  lines: linesOf(connection),
  writes: writesOf(connection),
  chunks: chunksOf(connection),
  corrections: correctionsOf(connection),
  mappings: mappingsOf(connection),
});
