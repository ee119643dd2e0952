import type { EventDefinition, StateOf, WorkingCopyEvent } from '@khmer-learning/contracts';
import { entitySource, type PresentStateSource, type Transaction } from '@khmer-learning/service-kit';
import { type ClientSession, type Connection, type Model, Schema } from 'mongoose';
import { versionRange, versionsOf } from '../versions/version-rows.ts';

/** A kind of item that may have working copies: its contract is one. */
export interface WorkingCopyKind {
  readonly event: EventDefinition;
  readonly workingCopyEvent: WorkingCopyEvent;
}

/** The working copy of an item. Its row stays when it ends, because its version never goes back. */
export interface WorkingCopyRow<Contents> {
  /** The item's id. */
  _id: number;
  version: number;
  /** The version of the item that it was begun from. */
  baseVersion: number;
  /** null: it has ended. */
  contents: Contents | null;
  savedAt: Date;
  /** The user's id; null for the system. */
  savedBy: number | null;
  /** The last save was not by the user's command. */
  isAutosaved?: boolean;
}

/** A working copy that has not ended. */
export type OpenWorkingCopy<Contents> = WorkingCopyRow<Contents> & { readonly contents: Contents };

/** The model of the collection of a kind, such as `lesson_working_copies`, on a connection; registers it on first use. */
export function workingCopiesOf<Contents>(
  connection: Connection,
  { event }: Pick<WorkingCopyKind, 'event'>,
): Model<WorkingCopyRow<Contents>> {
  const collection = collectionOf(event);
  return (
    connection.models[collection] ??
    connection.model<WorkingCopyRow<Contents>>(collection, createSchema<Contents>(), collection)
  );
}

function createSchema<Contents>(): Schema<WorkingCopyRow<Contents>> {
  return new Schema<WorkingCopyRow<Contents>>(
    {
      _id: Number,
      version: Number,
      baseVersion: Number,
      contents: Schema.Types.Mixed,
      savedAt: Date,
      savedBy: Number,
      isAutosaved: Boolean,
    },
    { versionKey: false, minimize: false },
  );
}

function collectionOf({ entity }: Pick<EventDefinition, 'entity'>): string {
  return `${entity.replaceAll('-', '_')}_working_copies`;
}

/** Whether a row is that of a working copy that has not ended. */
export function isOpen<Contents>(row: WorkingCopyRow<Contents> | null): row is OpenWorkingCopy<Contents> {
  return row !== null && row.contents !== null;
}

/** Reads the working copy of an item; null without one. */
export async function readWorkingCopy<Contents>(
  connection: Connection,
  kind: Pick<WorkingCopyKind, 'event'>,
  id: number,
  session: ClientSession | null = null,
): Promise<OpenWorkingCopy<Contents> | null> {
  const row = await workingCopiesOf<Contents>(connection, kind)
    .findById(id)
    .session(session)
    .lean<WorkingCopyRow<Contents>>();
  return isOpen(row) ? row : null;
}

/** Finds which of some items have a working copy. */
export async function findWorkingCopyIds(
  connection: Connection,
  kind: Pick<WorkingCopyKind, 'event'>,
  ids: readonly number[],
  session: ClientSession | null = null,
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const found = await workingCopiesOf(connection, kind)
    .find({ _id: { $in: ids }, contents: { $ne: null } }, { _id: 1 })
    .session(session)
    .lean<{ _id: number }[]>();
  return new Set(found.map(({ _id }) => _id));
}

/** The state of a working copy in its event; null when it has ended. */
export function toWorkingCopyState({
  _id,
  baseVersion,
  savedAt,
  contents,
}: WorkingCopyRow<object>): StateOf<WorkingCopyEvent> | null {
  return contents && { id: _id, baseVersion, savedAt: savedAt.toISOString(), contents: { ...contents } };
}

/** What publishes the working copies of a kind again. */
export function workingCopySource({ event, workingCopyEvent }: WorkingCopyKind): PresentStateSource {
  return entitySource<WorkingCopyRow<object>, WorkingCopyEvent>(
    collectionOf(event),
    workingCopyEvent,
    toWorkingCopyState,
  );
}

/** Registers the models of some kinds, so that their collections are created. */
export function registerWorkingCopyModels(connection: Connection, kinds: readonly WorkingCopyKind[]): void {
  for (const kind of kinds) workingCopiesOf(connection, kind);
}

/** Creates the function that erases the working copy of an erased item, in the same transaction, for `erasureJob`. */
export function createWorkingCopyEraser(connection: Connection, kinds: readonly WorkingCopyKind[]) {
  return async (
    tx: Transaction,
    { entity, id }: { readonly entity: string; readonly id: number },
  ): Promise<void> => {
    const kind = kinds.find(({ event }) => event.entity === entity);
    if (!kind) return;
    const row = await workingCopiesOf(connection, kind)
      .findOneAndDelete({ _id: id }, { session: tx.session })
      .lean<WorkingCopyRow<unknown>>();
    const { session } = tx;
    const versions = versionRange({ entity: kind.workingCopyEvent.entity, id });
    await versionsOf(connection).deleteMany(versions, { session });
    if (row && isOpen(row))
      tx.emitDeleted(kind.workingCopyEvent, { id, version: row.version + 1, surrogateKeys: [] });
  };
}
