import {
  type BatchItemResult,
  conflict,
  isDuplicateKey,
  isUnchanged,
  notFound,
  type ServiceContext,
  staleVersion,
  type Transaction,
} from '@khmer-learning/service-kit';
import type { RestorableItem } from '../history/history.ts';
import { findMissingRight } from '../rights/require-rights.ts';
import { emitItem, type ItemCause, type ItemRow, type ItemState, placeOf } from './item-feed.ts';
import type { Draft, Found, ItemKind, NewItem, PatchOf } from './item-kind.ts';

/** An item before and after a save; the same object if the save changes nothing. */
export interface SavedItem<Row, Joined> {
  readonly current: Found<Row, Joined>;
  readonly next: Found<Row, Joined>;
}

/** A new item, for writes that several requests share. */
export interface CausedItem<Contents> extends NewItem<Contents> {
  /** Its search fields, if they are known already. */
  readonly search?: object;
  /** The user and request, when they differ from the transaction's. */
  readonly cause?: ItemCause | undefined;
}

/** How a save came about. */
export interface SaveOrigin {
  /** The contents are those of an earlier version. */
  readonly isRestored?: boolean;
  /** By default the system. */
  readonly cause?: ItemCause;
}

const system: ItemCause = { actor: null, requestId: null };

/** The writes of one kind of item as parts of a transaction, without audit records. */
export type ItemWrites<Contents extends object, Row extends ItemRow, Joined> = ReturnType<
  typeof createItemWrites<Contents, unknown, ItemState, Row, Joined>
>;

/** Creates the writes of one kind of item. */
export function createItemWrites<
  Contents extends object,
  Item,
  State extends ItemState,
  Row extends ItemRow,
  Joined,
>({ connection }: ServiceContext, kind: ItemKind<Contents, Item, State, Row, Joined>) {
  const { label } = kind.contract;
  const model = connection.model<ItemRow>(kind.model.modelName);

  /** Only the unique index detects two concurrent writes of the same title. */
  async function rejectTakenTitle<T>(write: Promise<T>): Promise<T> {
    return write.catch((error: unknown) => {
      throw kind.titleTaken !== undefined && isDuplicateKey(error) ? conflict(kind.titleTaken) : error;
    });
  }

  async function insertRows(tx: Transaction, rows: readonly object[]): Promise<void> {
    const { session } = tx;
    if (rows.length > 0) await rejectTakenTitle(model.insertMany(rows as ItemRow[], { session, lean: true }));
  }

  async function insertAll(
    tx: Transaction,
    items: readonly CausedItem<Contents>[],
  ): Promise<readonly BatchItemResult<Found<Row, Joined>>[]> {
    const drafts = await kind.create(tx, items);
    const now = new Date();
    const results = items.map((item, index): BatchItemResult<Found<Row, Joined>> => {
      const draft = drafts[index] ?? {
        error: new Error(`No ${label.toLowerCase()} was made of the contents`),
      };
      if ('error' in draft) return draft;
      const own = { _id: item.id, version: 1, createdAt: now, updatedAt: now };
      const row = toRow<Row>(draft.value.row, own);
      const { rights } = item.cause ?? tx;
      const missing = rights && findMissingRight(rights, [placeOf(kind, row)]);
      return missing ? { error: missing } : { value: { row, joined: draft.value.joined } };
    });
    const inserted = results.flatMap((result, index) => {
      const item = items[index];
      return item && 'value' in result ? [{ item, row: result.value.row }] : [];
    });
    await insertRows(
      tx,
      inserted.map(({ item, row }) => ({ ...row, ...(item.search ?? kind.searchFields(item.contents)) })),
    );
    for (const { item, row } of inserted) {
      emitItem(tx, kind, { before: null, after: row }, {}, item.cause);
      await kind.inserted?.(tx, row);
    }
    return results;
  }

  async function save(
    tx: Transaction,
    current: Found<Row, Joined>,
    patch: PatchOf<Contents>,
    { isRestored = false, cause = system }: SaveOrigin = {},
  ): Promise<Found<Row, Joined>> {
    const before = current.row;
    const { row, joined } = await kind.change(tx, current, patch);
    if (isUnchanged(kind.toState(before), kind.toState(row))) return current;
    const after: Row = { ...row, version: before.version + 1, updatedAt: new Date() };
    const isFound = kind.searched.some((name) => before[name] !== after[name]);
    const changes = { ...changesOf(before, after), ...(isFound ? kind.searchFields(after) : {}) };
    const { modifiedCount } = await rejectTakenTitle(
      model
        .updateOne({ _id: before._id, version: before.version }, { $set: changes }, { session: tx.session })
        .exec(),
    );
    if (modifiedCount !== 1) throw staleVersion(label.toLowerCase());
    emitItem(tx, kind, { before, after, isRestored });
    await kind.changed?.(tx, before, after, cause);
    return { row: after, joined };
  }

  async function readCurrent(tx: Transaction, id: number, ifMatch: number | undefined) {
    const current = await kind.read(id, tx.session);
    if (!current) throw notFound(label);
    if (ifMatch !== undefined && ifMatch !== current.row.version) throw staleVersion(label.toLowerCase());
    return current;
  }

  return {
    /** Inserts new items with ids from the counter of their kind. @returns a result for each: an error rejects that one alone */
    insertAll,
    /** Saves a patch of an item that was read in the transaction. @throws ApiError 409 for a stale version or a taken title */
    save,
    /** Reads an item for an update. @throws ApiError 404, 409 for a stale version */
    readCurrent,

    /** The versions of those of these items that exist, by id. */
    async findVersions(ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
      const rows = await model.find({ _id: { $in: ids } }, { version: 1 }).lean<ItemRow[]>();
      return new Map(rows.map(({ _id, version }) => [_id, version]));
    },

    /** `insertAll` of one. @throws the error that rejects it */
    async insert(tx: Transaction, item: NewItem<Contents>): Promise<Found<Row, Joined>> {
      const [result] = await insertAll(tx, [item]);
      if (!result || 'error' in result) throw result?.error;
      return result.value;
    },

    /** `save` of a stored item. @param ifMatch the expected version; not checked when undefined. @throws ApiError 404 as well */
    async update(
      tx: Transaction,
      id: number,
      patch: PatchOf<Contents>,
      ifMatch?: number,
      origin?: SaveOrigin,
    ): Promise<SavedItem<Row, Joined>> {
      const current = await readCurrent(tx, id, ifMatch);
      return { current, next: await save(tx, current, patch, origin) };
    },

    /** @param ifMatch see `update`. @returns the deleted row. @throws ApiError 404, 409 for a stale version */
    async remove(tx: Transaction, id: number, ifMatch?: number): Promise<Row> {
      const { row } = await readCurrent(tx, id, ifMatch);
      await model.deleteOne({ _id: id }, { session: tx.session });
      const details = await kind.removed?.(tx, row);
      emitItem(tx, kind, { before: row, after: null }, details && { details });
      return row;
    },

    /** Inserts a deleted item again, with the version after its deletion. @throws ApiError 409, before any write */
    async revive(tx: Transaction, item: RestorableItem): Promise<Found<Row, Joined>> {
      const { id: _id, createdAt, updatedAt: _updatedAt, ...fields } = kind.event.state.parse(item.state);
      const { row: draft, joined } = await kind.revive(tx, fields, item);
      const own = { _id, version: item.version + 1, createdAt: new Date(createdAt), updatedAt: new Date() };
      const row = toRow<Row>(draft, own);
      await insertRows(tx, [{ ...row, ...kind.searchFields(draft) }]);
      emitItem(tx, kind, { before: null, after: row, isRestored: true });
      await kind.inserted?.(tx, row, item);
      return { row, joined };
    },
  };
}

/** A draft with an id, a version and dates is a row, which the compiler cannot see for a type that it does not know. */
function toRow<Row extends ItemRow>(
  draft: Draft<Row>,
  own: Pick<ItemRow, '_id' | 'version' | 'createdAt' | 'updatedAt'>,
): Row {
  return { ...draft, ...own } as unknown as Row;
}

/** The fields of a row that a save has set. */
function changesOf<Row extends ItemRow>(before: Row, after: Row): Partial<Row> {
  const former = new Map<string, unknown>(Object.entries(before));
  const changed = Object.entries(after).filter(
    ([name, value]) => value !== undefined && value !== former.get(name),
  );
  return Object.fromEntries(changed) as Partial<Row>;
}
