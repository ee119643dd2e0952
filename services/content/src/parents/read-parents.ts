import type { ClientSession, Connection } from 'mongoose';

/** Reads rows of a collection by id, in one query; ids that do not exist are left out. */
export async function readParents<Row extends { readonly _id: number }>(
  connection: Connection,
  collection: string,
  ids: readonly number[],
  { projection, session }: { projection: Readonly<Record<string, 1>>; session: ClientSession | undefined },
): Promise<Map<number, Row>> {
  const found = await connection
    .collection<{ _id: number }>(collection)
    .find({ _id: { $in: [...ids] } }, { projection, ...(session ? { session } : {}) })
    .toArray();
  return new Map(found.map((row) => [row._id, row as unknown as Row]));
}
