import { deletedLearnerName } from '@khmer-learning/contracts';
import {
  commit,
  type JobDefinition,
  type PeriodicJobRow,
  periodicJob,
  type RequestContext,
} from '@khmer-learning/service-kit';
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

/** The name of the erasure among the periodic jobs. */
export const emailErasureJobName = 'erasure of email addresses';

/** The job that erases addresses that are due from their purchases, in batches of 200 per transaction. */
export function emailErasureJob(commerce: CommerceContext, everyMs: number): JobDefinition<PeriodicJobRow> {
  const { connection, now } = commerce;

  /** @returns whether nothing is left */
  const eraseBatch = () =>
    commit(commerce, systemContext, async (tx) => {
      const rows = await purchasesOf(connection)
        .find({ eraseEmailAt: { $lte: now() } }, purchaseRowProjection, { session: tx.session })
        .sort({ eraseEmailAt: 1 })
        .limit(maxPerTransaction)
        .lean<PurchaseRow[]>();
      for (const row of rows) {
        const { eraseEmailAt: _done, ...retained } = row;
        await writePurchase(commerce, row, { ...retained, userEmail: deletedLearnerName }, tx);
      }
      return rows.length < maxPerTransaction;
    });

  return periodicJob(connection, {
    name: emailErasureJobName,
    everyMs,
    run: (_lease, { runBatches }) => runBatches(eraseBatch),
  });
}
