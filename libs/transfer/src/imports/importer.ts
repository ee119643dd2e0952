import type {
  ImportCell,
  ImportLine,
  ImportOutcome,
  ServiceName,
  TransferKind,
} from '@khmer-learning/contracts';
import type { BatchItemResult, Transaction } from '@khmer-learning/service-kit';
import type { StoredImport } from './import.model.ts';

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

/** A cell of a line, as the importer judges it. */
export type CheckedCell = Omit<ImportCell, 'original'>;

/** A line as it is in the file, or as it was corrected. */
export interface LineSource {
  readonly source: unknown;
  /** It is stored although the line is not refused: other lines need it. */
  readonly isNeeded?: boolean;
  /** The cells of a line that can be corrected in place. */
  readonly cells?: () => readonly CheckedCell[];
  /** Lines with the same group are judged together, and again when one of them is corrected. */
  readonly group?: string;
}

/** Receives the results of a check. */
export interface CheckReporter {
  /**
   * Adds a line to the list, and optionally plans a write.
   *
   * @param source for `Importer.formatRefused` and for corrections
   * @returns the write's number, which later ones can list in `needs`; undefined without a write
   */
  addLine(addLine: ImportLine, write?: PlannedWrite, source?: LineSource): Promise<number | undefined>;
}

/** A line with its source, for the file of refused lines. */
export interface RefusedLine {
  readonly source: unknown;
  /** Why it is refused; empty for another line that the refused ones need. */
  readonly reasons: readonly string[];
}

/** A stored line with its source, to be checked again. */
export interface SourceLine {
  readonly line: number;
  readonly source: unknown;
}

/** Reads the stored lines of a `thing` that have a source, optionally of one outcome only. */
export type SourceReader<Line> = (thing: string, outcome?: ImportOutcome) => AsyncIterable<Line>;

/** How lines of one type of file are corrected in place. */
export interface LineCorrection {
  /** Returns the source with these cells replaced. */
  replaceCells(source: unknown, cells: Readonly<Record<string, string>>): unknown;
  /** The group of a line by the present data; absent when each line is judged alone. */
  groupOf?(source: unknown): Promise<string>;
  /** Checks a line, or all lines of a group, like `Importer.check`. Reports each of them, by its `line`. */
  recheck(
    lines: readonly SourceLine[],
    reporter: CheckReporter,
    linesOf: SourceReader<SourceLine>,
  ): Promise<void>;
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
  /** Which of these items have a working copy; absent for a kind without working copies. */
  findWorkingCopies?(ids: readonly number[]): Promise<ReadonlySet<number>>;
  /** Deletes a created item. Returns false when it must be kept because others now refer to it. */
  remove(id: number, tx: Transaction): Promise<boolean>;
  /** Restores the previous state if the item is unchanged since the import. */
  restore?(written: { id: number; version: number }, before: unknown, tx: Transaction): Promise<void>;
}

/** Applies and undoes planned writes: those of files of one type, or edits of many items. */
export interface Applier {
  readonly kind: StoredImport['kind'];
  /** Service and entity of the audit record. */
  readonly service: ServiceName;
  readonly entity: string;
  /** Writers by the lines' `thing`. */
  readonly writers: Readonly<Record<string, EntityWriter>>;
}

/** Checks and writes files of one type. */
export interface Importer extends Applier {
  readonly kind: TransferKind;
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
   * @param linesOf reads the lines with a `source`
   */
  formatRefused(linesOf: SourceReader<RefusedLine>): AsyncIterable<string>;
  /** Absent when refused lines can only be corrected in a file. */
  readonly correction?: LineCorrection;
  /** The extension of its files. */
  readonly extension: 'json' | 'csv';
}
