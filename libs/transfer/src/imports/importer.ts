import type { ImportLine, ServiceName, TransferKind } from '@khmer-learning/contracts';
import type { BatchItemResult, Transaction } from '@khmer-learning/service-kit';

/** The file cannot be imported; the message is shown to the user. */
export class ImportFileError extends Error {
  override readonly name = 'ImportFileError';
}

/** Opens a file for reading from the start, each time it is called. */
export type ImportFileSource = () => AsyncIterable<Buffer>;

/** The write planned for a line of a file. */
export interface PlannedWrite {
  /** The item to change, with the compared version; null: creates an item. */
  readonly target: { readonly id: number; readonly version: number } | null;
  /** Data for the importer's writer, without ids or versions from the file. */
  readonly payload: object;
  /** Numbers of earlier writes that create items it refers to. */
  readonly needs?: readonly number[];
  /** The written item, when it is not the one that the line describes. */
  readonly about?: { readonly thing: string; readonly title: string };
  /** The current state of a changed item; its size counts for the journal and for undoing. */
  readonly current?: object;
}

/** Receives the results of a check. */
export interface CheckReporter {
  /**
   * Adds a line to the list, and optionally plans a write.
   *
   * @param source the line as it is in the file, for `Importer.formatRefused`
   * @returns the write's number, which later ones can list in `needs`; undefined without a write
   */
  addLine(addLine: ImportLine, write?: PlannedWrite, source?: unknown): Promise<number | undefined>;
}

/** A line with its source, for the file of refused lines. */
export interface RefusedLine {
  readonly source: unknown;
  /** Why it is refused; empty for another line that the refused ones need. */
  readonly reasons: readonly string[];
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

/**
 * Writes one type of entity. Every call runs in a transaction; an `ApiError` means that the write became impossible
 * since the check.
 */
export interface EntityWriter {
  /** The counter for new ids; see `nextId`. */
  readonly counter: string;
  /** Creates items in order and returns a result for each. */
  create(
    writes: readonly CreateInput[],
    tx: Transaction,
  ): Promise<readonly BatchItemResult<{ version: number }>[]>;
  /** Changes an item if it still has this version. `before` is passed to `restore`. */
  update?(
    target: { id: number; version: number },
    write: WriteInput,
    tx: Transaction,
  ): Promise<{ version: number; before: unknown }>;
  /** Deletes a created item. Returns false when it must be kept because others now refer to it. */
  remove(id: number, tx: Transaction): Promise<boolean>;
  /** Restores the previous state if the item is unchanged since the import. */
  restore?(written: { id: number; version: number }, before: unknown, tx: Transaction): Promise<void>;
}

/** Checks and writes files of one type. */
export interface Importer {
  readonly kind: TransferKind;
  /** Service and entity of the audit record. */
  readonly service: ServiceName;
  readonly entity: string;
  /** Whether the first bytes look like a file of this type. */
  matchesFormat(start: Buffer): boolean;
  /**
   * Compares the file with the stored data; writes nothing.
   *
   * @throws ImportFileError when the file cannot be imported
   */
  check(file: ImportFileSource, reporter: CheckReporter): Promise<void>;
  /**
   * Generates a file of the same format with only the refused lines and their reasons.
   *
   * @param linesOf reads the lines with a `source`, by their `thing`
   */
  formatRefused(linesOf: (thing: string) => AsyncIterable<RefusedLine>): AsyncIterable<string>;
  /** The extension of its files. */
  readonly extension: 'json' | 'csv';
  /** Writers by the lines' `thing`. */
  readonly writers: Readonly<Record<string, EntityWriter>>;
}
