import type { EventDefinition } from '@khmer-learning/contracts';
import type { Transaction } from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';
import { findWorkingCopyIds } from '../working-copies/working-copy-rows.ts';
import type { ItemRow } from './item-feed.ts';
import type { PatchOf } from './item-kind.ts';
import type { ItemWrites } from './item-writes.ts';

interface PlannedItem {
  readonly payload: unknown;
  readonly created: ReadonlyMap<number, number>;
}

/**
 * Creates the writer by which imports store a kind of item, with the rules of every other write: an `EntityWriter`.
 *
 * @param toFields the fields of a stored item, as a save takes them: undoing restores these
 * @param toContents the contents of a planned item, all of a new one, those that change of a stored one; by default its payload
 */
export function createImportedItems<Contents extends object, Row extends ItemRow, Joined>(
  connection: Connection,
  event: EventDefinition,
  writes: ItemWrites<Contents, Row, Joined>,
  toFields: (row: Row) => object,
  toContents: (planned: PlannedItem) => object = ({ payload }) => Object(payload),
) {
  return {
    counter: event.entity,
    findWorkingCopies: (ids: readonly number[]) => findWorkingCopyIds(connection, { event }, ids),
    findVersions: writes.findVersions,

    async create(planned: PlannedItem & { readonly id: number }, tx: Transaction): Promise<Row> {
      return (await writes.insert(tx, { id: planned.id, contents: toContents(planned) as Contents })).row;
    },

    async update(target: { id: number; version: number }, planned: PlannedItem, tx: Transaction) {
      const patch = toContents(planned) as PatchOf<Contents>;
      const { current, next } = await writes.update(tx, target.id, patch, target.version);
      return { version: next.row.version, before: toFields(current.row) };
    },

    async remove({ id, version }: { id: number; version: number }, tx: Transaction): Promise<void> {
      await writes.remove(tx, id, version);
    },

    async restore(written: { id: number; version: number }, before: unknown, tx: Transaction): Promise<void> {
      await writes.update(tx, written.id, before as PatchOf<Contents>, written.version);
    },
  };
}
