import type { Transaction } from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';

/** What a list has to look up of an item besides its row. A mark may outlive its reason, which costs only the look-up. */
export type ItemMark = 'working-copy' | 'schedule' | 'review';

/** The part of an item's row with its marks. */
export interface MarkedRow {
  readonly _id: number;
  readonly marks?: readonly ItemMark[] | undefined;
}

/** `MarkedRow` as mongoose schema fields. */
export const markSchemaFields = { marks: { type: [String], default: undefined } };

/** Marks an item or removes a mark, in the transaction that changes what the mark is for. The item's version stays. */
export type SetMark = (tx: Transaction, id: number, mark: ItemMark, isSet: boolean) => Promise<void>;

/** Creates the function that marks the items of a model. */
export function createSetMark(
  connection: Connection,
  { collection: { collectionName } }: { readonly collection: { readonly collectionName: string } },
): SetMark {
  const rows = connection.collection<{ _id: number; marks: ItemMark[] }>(collectionName);
  return async ({ session }, _id, marks, isSet) => {
    await rows.updateOne({ _id }, isSet ? { $addToSet: { marks } } : { $pull: { marks } }, { session });
  };
}

/** Marks the items that have a working copy or a schedule, for a migration. @param kinds entity and collection of each kind */
export async function markItems(
  connection: Connection,
  kinds: readonly { readonly entity: string; readonly collection: string }[],
): Promise<void> {
  const idsOf = (collection: string, where: object, field: string) =>
    connection.collection(collection).distinct(field, where);
  for (const { entity, collection } of kinds) {
    const copies = `${entity.replaceAll('-', '_')}_working_copies`;
    const marked = {
      'working-copy': await idsOf(copies, { contents: { $ne: null } }, '_id'),
      schedule: await idsOf('schedules', { entity }, 'id'),
    };
    for (const [marks, ids] of Object.entries(marked))
      await connection
        .collection<{ _id: number; marks: string[] }>(collection)
        .updateMany({ _id: { $in: ids as number[] } }, { $addToSet: { marks } });
  }
}
