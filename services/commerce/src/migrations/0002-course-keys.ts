import type { Migration } from '@khmer-learning/service-kit';
import { purchaseSearchFields, purchasesOf, type StoredPurchase } from '../purchases/purchase.model.ts';

/** Maximum number of purchases updated by one command. */
const batchSize = 200;

type Searched = Pick<StoredPurchase, '_id' | 'userEmail' | 'snapshot'>;

/** Purchases are also found by the title of the main lesson. It can be restarted at any time. */
export const courseKeys: Migration = {
  name: '0002-course-keys',
  async up(connection) {
    const purchases = purchasesOf(connection);
    let after = 0;
    for (;;) {
      const batch = await purchases
        .find({ _id: { $gt: after } }, { userEmail: 1, snapshot: 1 })
        .sort({ _id: 1 })
        .limit(batchSize)
        .lean<Searched[]>();
      const last = batch.at(-1);
      if (last === undefined) return;
      await purchases.bulkWrite(
        batch.map((purchase) => ({
          updateOne: {
            // With another address, it has been written meanwhile.
            filter: { _id: purchase._id, userEmail: purchase.userEmail },
            update: { $set: purchaseSearchFields(purchase) },
          },
        })),
      );
      after = last._id;
    }
  },
};
