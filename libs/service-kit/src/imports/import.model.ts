import {
  type Actor,
  type ImportLine,
  type ImportOutcome,
  type ImportState,
  importOutcomes,
  importStates,
  type TransferKind,
  transferKinds,
} from '@khmer-learning/contracts';
import { type Connection, type Model, Schema } from 'mongoose';

/** One import: what its owner sees of it, and what those who work on it need. */
export interface StoredImport {
  _id: number;
  kind: TransferKind;
  fileName: string;
  /** Who began it, on whose behalf everything is written, and in which request. */
  actor: Actor;
  requestId: string | null;
  address: string | null;
  state: ImportState;
  progress: { done: number; total: number | null };
  counts: Record<ImportOutcome, number>;
  problem: string | null;
  /** Which check of the file the lines and writes are of: a check that was interrupted begins again as the next. */
  run: number;
  /** How many writes there are. */
  writes: number;
  /** How many of them are stored; the next one's `seq`. */
  applied: number;
  /** Who works on it; see `JobRow`. */
  failures: number;
  holder: string | null;
  heldUntil: Date;
  createdAt: Date;
  updatedAt: Date;
  /** When it is forgotten; never while it is being written. */
  expiresAt?: Date;
}

/** A line as it is listed. */
export interface StoredLine extends ImportLine {
  importId: number;
  run: number;
  /** Its place in the list. */
  place: number;
  expiresAt: Date;
}

/** What a write has done: the journal by which it is taken back. */
export interface JournalEntry {
  readonly id: number;
  readonly version: number;
  /** What was there before; null when it was created. */
  readonly before: unknown;
}

/** Something that is to be created or changed, in the order of `seq`. */
export interface StoredWrite {
  importId: number;
  run: number;
  seq: number;
  /** `lesson`, `main lesson`, `lesson type`, `quiz`. */
  thing: string;
  title: string;
  /** What it changes, as the check saw it; null: it creates. */
  target: { id: number; version: number } | null;
  /** The `seq` of writes whose ids it needs. */
  needs: number[];
  payload: unknown;
  /** Bytes of what it writes and of what was there before. */
  weight: number;
  journal: JournalEntry | null;
  expiresAt: Date;
}

/** A piece of a file that waits to be checked. */
export interface StoredChunk {
  importId: number;
  place: number;
  data: Buffer;
  expiresAt: Date;
}

const retentionMs = 7 * 24 * 60 * 60 * 1_000;

/** Until when an import is known once nothing is to be done for it. */
export function retentionExpiry(since = Date.now()): Date {
  return new Date(since + retentionMs);
}

/** Changes of an import that its owner sees. */
export function withUpdatedAt<T extends Partial<StoredImport>>(
  fields: T,
): T & Pick<StoredImport, 'updatedAt'> {
  return { ...fields, updatedAt: new Date() };
}

const requiredNumber = { type: Number, required: true } as const;
const ttlIndex = { expireAfterSeconds: 0 } as const;

const importSchema = new Schema<StoredImport>(
  {
    _id: Number,
    kind: { type: String, enum: transferKinds },
    fileName: String,
    actor: Schema.Types.Mixed,
    requestId: String,
    address: String,
    state: { type: String, enum: importStates },
    progress: { type: new Schema({ done: Number, total: Number }, { _id: false }) },
    counts: {
      type: new Schema(Object.fromEntries(importOutcomes.map((outcome) => [outcome, Number])), {
        _id: false,
      }),
    },
    problem: String,
    run: Number,
    writes: Number,
    applied: Number,
    failures: Number,
    holder: String,
    heldUntil: Date,
    createdAt: Date,
    updatedAt: Date,
    expiresAt: Date,
  },
  { versionKey: false, collection: 'imports' },
);
importSchema.index({ state: 1, heldUntil: 1 });
importSchema.index({ expiresAt: 1 }, ttlIndex);

const lineSchema = new Schema<StoredLine>(
  {
    importId: requiredNumber,
    run: requiredNumber,
    place: requiredNumber,
    line: Number,
    thing: String,
    title: String,
    outcome: { type: String, enum: importOutcomes },
    notes: [String],
    expiresAt: Date,
  },
  { versionKey: false, collection: 'import_lines' },
);
lineSchema.index({ importId: 1, run: 1, place: 1 });
lineSchema.index({ importId: 1, run: 1, outcome: 1, place: 1 });
lineSchema.index({ expiresAt: 1 }, ttlIndex);

const writeSchema = new Schema<StoredWrite>(
  {
    importId: requiredNumber,
    run: requiredNumber,
    seq: requiredNumber,
    thing: String,
    title: String,
    target: Schema.Types.Mixed,
    needs: [Number],
    payload: Schema.Types.Mixed,
    weight: Number,
    journal: Schema.Types.Mixed,
    expiresAt: Date,
  },
  { versionKey: false, collection: 'import_writes', minimize: false },
);
writeSchema.index({ importId: 1, run: 1, seq: 1 }, { unique: true });
writeSchema.index({ expiresAt: 1 }, ttlIndex);

const chunkSchema = new Schema<StoredChunk>(
  { importId: requiredNumber, place: requiredNumber, data: Buffer, expiresAt: Date },
  { versionKey: false, collection: 'import_chunks' },
);
chunkSchema.index({ importId: 1, place: 1 }, { unique: true });
chunkSchema.index({ expiresAt: 1 }, ttlIndex);

/** The collections behind imports. */
export interface ImportCollections {
  readonly imports: Model<StoredImport>;
  readonly lines: Model<StoredLine>;
  readonly writes: Model<StoredWrite>;
  readonly chunks: Model<StoredChunk>;
}

/** The collections on a connection; asked for the first time before `createCollections`, they are created by it. */
export function importCollections(connection: Connection): ImportCollections {
  const { models } = connection;
  return {
    imports: models.Import ?? connection.model<StoredImport>('Import', importSchema),
    lines: models.ImportLine ?? connection.model<StoredLine>('ImportLine', lineSchema),
    writes: models.ImportWrite ?? connection.model<StoredWrite>('ImportWrite', writeSchema),
    chunks: models.ImportChunk ?? connection.model<StoredChunk>('ImportChunk', chunkSchema),
  };
}
