import { deletedLearnerName } from '@khmer-learning/contracts';
import { commit, type JobDefinition, type PeriodicJobRow, periodicJob } from '@khmer-learning/service-kit';
import type { FilterQuery } from 'mongoose';
import { type CommerceContext, systemContext } from '../context/commerce-context.ts';
import { purchaseRowProjection, purchasesOf, type StoredPurchase } from './purchase.model.ts';
import { writePurchase } from './purchase.queries.ts';
import { type PurchaseRow, withAccessEnded } from './purchase-status.ts';

const maxPerTransaction = 200;

/** A periodic job that changes the purchases that are due, in batches of 200 per transaction. */
function duePurchasesJob(
  commerce: CommerceContext,
  everyMs: number,
  name: string,
  due: { field: 'eraseEmailAt' | 'accessEndsAt'; where?: FilterQuery<StoredPurchase> },
  change: (row: PurchaseRow, now: Date) => PurchaseRow,
): JobDefinition<PeriodicJobRow> {
  const { connection } = commerce;

  /** @returns whether nothing is left */
  const runBatch = () =>
    commit(commerce, systemContext, async (tx) => {
      const now = commerce.now();
      const where = { ...due.where, [due.field]: { $lte: now } };
      const rows = await purchasesOf(connection)
        .find(where, purchaseRowProjection, { session: tx.session })
        .sort({ [due.field]: 1 })
        .limit(maxPerTransaction)
        .lean<PurchaseRow[]>();
      for (const row of rows) await writePurchase(commerce, row, change(row, now), tx);
      return rows.length < maxPerTransaction;
    });

  return periodicJob(connection, {
    name,
    everyMs,
    run: (_lease, { runBatches }) => runBatches(runBatch),
  });
}

export const emailErasureJobName = 'erasure of email addresses';

/** The job that erases the addresses of deleted users that are due. */
export const emailErasureJob = (commerce: CommerceContext, everyMs: number) =>
  duePurchasesJob(commerce, everyMs, emailErasureJobName, { field: 'eraseEmailAt' }, (row) => {
    const { eraseEmailAt: _done, ...retained } = row;
    return { ...retained, userEmail: deletedLearnerName };
  });

export const accessEndJobName = 'end of granted access';

/** Stores that granted access has ended, for copies and caches: reads compare the date themselves. */
export const accessEndJob = (commerce: CommerceContext, everyMs: number) =>
  duePurchasesJob(
    commerce,
    everyMs,
    accessEndJobName,
    { field: 'accessEndsAt', where: { paymentStatus: 'completed' } },
    withAccessEnded,
  );
