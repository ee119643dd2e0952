import { deletedLearnerName } from '@khmer-learning/contracts';
import { commit, type RequestContext } from '@khmer-learning/service-kit';
import type { CommerceContext } from '../context/commerce-context.ts';
import { purchaseRowProjection, purchasesOf } from './purchase.model.ts';
import { writePurchase } from './purchase.queries.ts';
import type { PurchaseRow } from './purchase-status.ts';

const maxPerTransaction = 200;
const dayMs = 24 * 60 * 60_000;
const systemContext: RequestContext = { actor: null, requestId: null };

/** When to erase the address of a user who is deleted now: `DELETED_EMAIL_RETENTION_DAYS` from now. */
export function emailErasureDate({ now, deletedEmailRetentionDays }: CommerceContext): Date {
  return new Date(now().getTime() + deletedEmailRetentionDays * dayMs);
}

/** Erases all addresses that are due from their purchases, in batches of 200 per transaction. */
export async function eraseDueEmails(commerce: CommerceContext): Promise<void> {
  let erased = maxPerTransaction;
  while (erased === maxPerTransaction)
    erased = await commit(commerce, systemContext, async (tx) => {
      const rows = await purchasesOf(commerce.connection)
        .find({ eraseEmailAt: { $lte: commerce.now() } }, purchaseRowProjection, { session: tx.session })
        .sort({ eraseEmailAt: 1 })
        .limit(maxPerTransaction)
        .lean<PurchaseRow[]>();
      for (const row of rows) {
        const { eraseEmailAt: _done, ...retained } = row;
        await writePurchase(commerce, row, { ...retained, userEmail: deletedLearnerName }, tx);
      }
      return rows.length;
    });
}
