import type { ImportLine, ServiceName, TransferKind } from '@khmer-learning/contracts';
import type { BatchItemResult } from '../concurrency/batcher.ts';
import type { Transaction } from '../outbox/transact.ts';

/** The whole file cannot be imported; the message is for people. */
export class ImportFileError extends Error {
  override readonly name = 'ImportFileError';
}

/** A file that waits to be checked: its bytes, from the start, each time it is asked for them. */
export type ImportFileSource = () => AsyncIterable<Buffer>;

/** What is to be written for a line of a file. */
export interface PlannedWrite {
  /** What it changes, with the version that was compared; null: it creates. */
  readonly target: { readonly id: number; readonly version: number } | null;
  /** Plain data of the importer's own, without ids or versions from the file. */
  readonly payload: object;
  /** Numbers of writes that come before and create what this one names. */
  readonly needs?: readonly number[];
  /** What is written, where it is not what the line is about. */
  readonly about?: { readonly thing: string; readonly title: string };
  /** What is there now, where it changes something: the journal and a restoration of it are as large. */
  readonly current?: object;
}

/** Takes down what the check of a file finds. */
export interface CheckReporter {
  /**
   * Lists a line, and plans a write.
   *
   * @returns the write's number, by which later ones can `need` it; undefined without one
   */
  addLine(addLine: ImportLine, write?: PlannedWrite): Promise<number | undefined>;
}

/** A planned write whose turn it is. */
export interface WriteInput {
  readonly payload: unknown;
  /** The ids of what it needs, by the numbers of the writes that created it. */
  readonly created: ReadonlyMap<number, number>;
}

/** One that creates, with the id of what is new. */
export interface CreateInput extends WriteInput {
  readonly id: number;
}

/**
 * How one sort of entity is written. Every call belongs to a unit of work; an `ApiError` means that it has become
 * impossible since the check.
 */
export interface EntityWriter {
  /** The counter that gives new ones their ids; see `nextId`. */
  readonly counter: string;
  /** Creates some, in order; what became of each. */
  create(
    writes: readonly CreateInput[],
    tx: Transaction,
  ): Promise<readonly BatchItemResult<{ version: number }>[]>;
  /** Changes one, if it still has that version. `before` is what `restore` needs. */
  update?(
    target: { id: number; version: number },
    write: WriteInput,
    tx: Transaction,
  ): Promise<{ version: number; before: unknown }>;
  /** Deletes one that was created. @returns false when it has to stay: somebody needs it by now */
  remove(id: number, tx: Transaction): Promise<boolean>;
  /** Gives one what it had before, if it still is what the import made of it. */
  restore?(written: { id: number; version: number }, before: unknown, tx: Transaction): Promise<void>;
}

/** How files of one kind are checked and written. */
export interface Importer {
  readonly kind: TransferKind;
  /** Under which names the audit trail tells of it. */
  readonly service: ServiceName;
  readonly entity: string;
  /** Whether the beginning of a file looks like one of this kind. */
  matchesFormat(start: Buffer): boolean;
  /**
   * Compares the file with what is stored, and writes nothing.
   *
   * @throws FileProblem
   */
  check(file: ImportFileSource, reporter: CheckReporter): Promise<void>;
  /** By the `thing` of the lines. */
  readonly writers: Readonly<Record<string, EntityWriter>>;
}
