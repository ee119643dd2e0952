import { type Migration, recomputeFields } from '@khmer-learning/service-kit';
import { purchaseSearchFields, type StoredPurchase } from '../purchases/purchase.model.ts';

/** Purchases get the keys of `foldText`, by which they are found. */
export const foldedKeys: Migration = {
  name: '0003-folded-keys',
  up: (connection) =>
    recomputeFields<Pick<StoredPurchase, 'userEmail' | 'snapshot'>>(connection, 'purchases', {
      reads: ['userEmail', 'snapshot'],
      compute: purchaseSearchFields,
    }),
};
