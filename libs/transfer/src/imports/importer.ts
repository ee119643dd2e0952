import type { ImportOutcome, ServiceName, TransferKind } from '@khmer-learning/contracts';
import type { BatchItemResult, Transaction } from '@khmer-learning/service-kit';
import type { ItemVersion, JournalEntry, StoredImport } from './import.model.ts';

/** The file cannot be imported; the message is shown to the user. */
export class ImportFileError extends Error {
  override readonly name = 'ImportFileError';
}

/** Opens a file for reading from the start, each time it is called. */
export type ImportFileSource = () => AsyncIterable<Buffer>;

/** The write planned for a line of a file. */
export interface PlannedWrite {
  /** The item to change, with the compared version; null: creates an item. */
  readonly target: ItemVersion | null;
  /** Data for the importer's writer, without ids or versions from the file. */
  readonly payload: object;
  /** Numbers of earlier writes that create items it refers to. */
  readonly needs?: readonly number[];
  /** The written item, when it is not the one that the line describes. */
  readonly about?: { readonly thing: string; readonly title: string };
  /** The current state of a changed item; its size counts for the journal and for undoing. */
  readonly current?: object;
}

/** The names of what changes of an item, and the write unless nothing does. */
export interface ItemPlan {
  readonly notes: readonly string[];
  readonly write?: PlannedWrite | undefined;
}

/** A row of a table or an item of a JSON file, with the user's corrections applied. */
export interface ReadLine<Name extends string = string> {
  /** The row of a table including the heading row; otherwise the position in its list, from 1. */
  readonly line: number;
  /** Its texts by field: of a table every field, empty without a column; of JSON the fields that are single texts. */
  readonly values: Readonly<Record<Name, string>>;
  /** The texts in the file of the fields that were corrected. */
  readonly originals?: Readonly<Record<string, string>>;
  /** What is stored of it, for the file of refused lines. */
  readonly source: () => unknown;
}

/** An item of a list of a JSON file, or another top-level value. */
export interface JsonItem extends ReadLine {
  /** The name of the list. */
  readonly name: string;
  readonly value: unknown;
  /** Empty when it has none. */
  readonly title: string;
}

/** A line of the report. */
export interface ReportedLine {
  /** What it was read from: a refused line can be corrected in place and downloaded. */
  readonly read: ReadLine;
  readonly thing: string;
  readonly title: string;
  /** By default `refuse` if it has problems, else that of its write: `unchanged` without one. */
  readonly outcome?: ImportOutcome | undefined;
  /** The reasons for a refusal that are about no field, or the names of the changed fields. */
  readonly notes?: readonly string[];
  /** Why fields are refused, by name; shown at their cells, after `notes`. */
  readonly problems?: Readonly<Record<string, readonly string[]>> | undefined;
  /** It is stored although the line is not refused: refused lines need it in their file. */
  readonly isNeeded?: boolean;
}

/** Receives the results of a check. */
export interface CheckReporter {
  /** Adds a line, and plans a write. @returns the number of the write, if there is one, for `needs` of later ones */
  addLine(line: ReportedLine, write?: PlannedWrite): Promise<number>;
  /** Reports a missing item, once for each. @returns whether it is to be created; else the lines that name it are refused */
  addMissing(thing: string, title: string): boolean;
}

/** A column of a table. */
export interface TableField<Name extends string = string> {
  readonly name: Name;
  /** The heading in exports and templates. */
  readonly label: string;
  /** Other headings by which it is recognised, in English and Khmer; compared without case, signs and look-alikes. */
  readonly aliases: readonly string[];
  /** Whether an import needs the column. */
  readonly required: boolean;
  /** The cells of the template's two lines. */
  readonly example: readonly [string, string];
}

/** Checks tables (CSV, Excel) of one type. */
export interface TableImporter<Name extends string = string> {
  readonly fields: readonly TableField<Name>[];
  /** Compares the rows with the stored data; writes nothing. @param rows reads the file anew @throws ImportFileError */
  check(rows: () => AsyncIterable<ReadLine<Name>>, reporter: CheckReporter): Promise<void>;
}

/** A list of a JSON file. */
export interface JsonList {
  /** What its lines are about. */
  readonly thing: string;
  /** The labels of the fields that are single texts. */
  readonly cells: Readonly<Record<string, string>>;
  /** The one of these fields that is an object: its title is the text. */
  readonly titled?: string;
}

/** Checks JSON files of one type. */
export interface JsonImporter {
  /** The fields that identify a file. */
  readonly format: { readonly format: string; readonly version: number };
  /** The lists of the file, in order. */
  readonly lists: Readonly<Record<string, JsonList>>;
  /** See `TableImporter.check`. @param items of all lists, in the order of the file */
  check(items: () => AsyncIterable<JsonItem>, reporter: CheckReporter): Promise<void>;
}

/** A planned write that is being applied. */
export interface WriteInput {
  readonly payload: unknown;
  /** The ids of the items it needs, by the numbers of the writes that created them. */
  readonly created: ReadonlyMap<number, number>;
}

/** A creation, with the id of the new item. */
export interface CreateInput extends WriteInput {
  readonly id: number;
}

/** Writes one type of entity, in transactions. An `ApiError` means that a write became impossible since the check. */
export interface EntityWriter {
  /** The counter for new ids; see `nextId`. */
  readonly counter: string;
  /** Creates an item. */
  create(write: CreateInput, tx: Transaction): Promise<{ version: number }>;
  /** Creates items together and returns a result for each; by default they are created one after the other. */
  createAll?(
    writes: readonly CreateInput[],
    tx: Transaction,
  ): Promise<readonly BatchItemResult<{ version: number }>[]>;
  /** Changes an item if it still has this version. `before` is passed to `restore`. */
  update(target: ItemVersion, write: WriteInput, tx: Transaction): Promise<Omit<JournalEntry, 'id'>>;
  /** Which of these items have a working copy; absent for a kind without working copies. */
  findWorkingCopies?(ids: readonly number[]): Promise<ReadonlySet<number>>;
  /** The versions of those of these items that exist, by id: another one than was written has been changed since. */
  findVersions(ids: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** Deletes a created item. @throws ApiError 404 when it is deleted already; 409 when it must be kept, because it was changed or others refer to it */
  remove(written: ItemVersion, tx: Transaction): Promise<unknown>;
  /** Restores the previous state if the item is unchanged since the import. */
  restore(written: ItemVersion, before: unknown, tx: Transaction): Promise<void>;
}

/** Checks and writes files of one kind, JSON, tables or both; edits of many items have no files. */
export interface Importer<Kind extends StoredImport['kind'] = TransferKind> {
  readonly kind: Kind;
  /** Service and entity of the audit record. */
  readonly service: ServiceName;
  readonly entity: string;
  /** Writers by the lines' `thing`. */
  readonly writers: Readonly<Record<string, EntityWriter>>;
  readonly json?: JsonImporter;
  readonly table?: TableImporter;
}
export type AnyImporter = Importer<StoredImport['kind']>;
