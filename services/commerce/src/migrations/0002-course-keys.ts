import { type Migration, searchFields } from '@khmer-learning/service-kit';

/** Maximum number of purchases updated by one command. */
const batchSize = 200;

interface Searched {
  readonly _id: number;
  readonly userEmail: string;
  readonly snapshot: { readonly title: string };
}

/** Purchases are also found by the title of the main lesson. It can be restarted at any time. */
export const courseKeys: Migration = {
  name: '0002-course-keys',
  async up(connection) {
    const purchases = connection.collection<Searched>('purchases');
    let after = 0;
    for (;;) {
      const batch = await purchases
        .find({ _id: { $gt: after } }, { projection: { userEmail: 1, snapshot: 1 } })
        .sort({ _id: 1 })
        .limit(batchSize)
        .toArray();
      const last = batch.at(-1);
      if (last === undefined) return;
      await purchases.bulkWrite(
        batch.map(({ _id, userEmail, snapshot }) => ({
          updateOne: {
            // With another address, it has been written meanwhile.
            filter: { _id, userEmail },
            update: { $set: searchFields([userEmail, snapshot.title]) },
          },
        })),
      );
      after = last._id;
    }
  },
};
