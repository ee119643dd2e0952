import { type RequestContext, commit } from '@khmer-learning/service-kit';
import type { CommerceStore } from '../store/commerce-store.ts';
import { purchasesOf, rowProjection } from './purchase.model.ts';
import type { PurchaseRow } from './purchase-status.ts';
import { writePurchase } from './purchase-writes.ts';

/** What stands in the place of an address once it is gone. */
const deletedLearner = 'Deleted learner';

const maxPerTransaction = 200;
const dayMs = 24 * 60 * 60_000;
const system: RequestContext = { actor: null, requestId: null };

/** When the address of a person who is deleted now goes from their purchases: `DELETED_EMAIL_KEEP_DAYS` later. */
export function eraseAt({ now, deletedEmailKeepDays }: CommerceStore): Date {
  return new Date(now().getTime() + deletedEmailKeepDays * dayMs);
}

/** Takes the addresses that have been kept for long enough from their purchases, until none is left. */
export async function eraseEmails(store: CommerceStore): Promise<void> {
  let erased = maxPerTransaction;
  while (erased === maxPerTransaction)
    erased = await commit(store, system, async (tx) => {
      const rows = await purchasesOf(store.connection)
        .find({ eraseEmailAt: { $lte: store.now() } }, rowProjection, { session: tx.session })
        .sort({ eraseEmailAt: 1 })
        .limit(maxPerTransaction)
        .lean<PurchaseRow[]>();
      for (const row of rows) {
        const { eraseEmailAt: _done, ...kept } = row;
        await writePurchase(store, row, { ...kept, userEmail: deletedLearner }, tx);
      }
      return rows.length;
    });
}

/** Gives purchases whose person was deleted before addresses were erased the time that others have. */
export async function scheduleOldErasures(store: CommerceStore): Promise<void> {
  await purchasesOf(store.connection).updateMany(
    { userId: null, eraseEmailAt: { $exists: false }, userEmail: { $ne: deletedLearner } },
    { $set: { eraseEmailAt: eraseAt(store) } },
  );
}
