import { type JobDefinition, type PeriodicJobRow, periodicJob } from '@khmer-learning/service-kit';
import { type CommerceContext, systemContext } from '../context/commerce-context.ts';
import type { PaymentService } from '../payments/payment.service.ts';
import type { RefundService } from '../payments/refund.service.ts';
import {
  findPurchase,
  findPurchaseDueForCheck,
  scheduleNextCheck,
  updatePurchase,
} from '../purchases/purchase.queries.ts';
import { isNeverCaptured, type PurchaseRow } from '../purchases/purchase-status.ts';

export const reconciliationJobName = 'payment reconciliation';

/** Checks pending purchases at the provider and, when nothing else is due, paid ones. */
export type Reconciler = ReturnType<typeof createReconciler>;

/** Creates the reconciler. `concurrency` is the number of purchases checked at a time. */
export function createReconciler(
  commerce: CommerceContext,
  options: { payments: PaymentService; refunds: RefundService; concurrency: number },
) {
  const { connection, logger, now } = commerce;
  const { payments, refunds, concurrency } = options;

  /** Schedules the next check before this one starts, so that a purchase that crashes the process is retried later. */
  async function backOff(id: number): Promise<PurchaseRow | null> {
    return updatePurchase(commerce, systemContext, id, (current) => ({
      ...scheduleNextCheck(current, commerce),
      askedTimes: current.askedTimes + 1,
    }));
  }

  async function reconcile(id: number): Promise<void> {
    const row = await backOff(id);
    if (!row?.askAt && !row?.routineAskAt) return;
    const isOrphan = row.userId === null || row.mainLessonId === null;
    const refreshed = await payments.refresh(row, { capture: !isOrphan, context: systemContext });
    if (!refreshed.row) return;
    // The learner or main lesson was deleted while the payment was in flight.
    if (isOrphan && isNeverCaptured(refreshed.row) && (await payments.deleteUnpaid(id, systemContext)))
      return;
    await refunds.settleRefunds(refreshed.row);
  }

  return {
    /**
     * Checks what is due; once the signal is aborted, only finishes checks in progress.
     * @param renewLease is called before each check; nothing more is checked once it fails @throws what it throws
     */
    async checkDuePurchases({
      renewLease,
      signal,
    }: {
      renewLease(): Promise<unknown>;
      signal: AbortSignal;
    }): Promise<void> {
      /** The purchases of all workers. */
      const inProgress = new Set<number>();

      /** Checks one purchase after the other until none is due. */
      async function work(): Promise<void> {
        while (!signal.aborted) {
          await renewLease();
          const id = await findPurchaseDueForCheck(connection, now(), [...inProgress]);
          if (id === undefined) return;
          // Another worker has found it at the same time.
          if (inProgress.has(id)) continue;
          inProgress.add(id);
          try {
            await reconcile(id);
          } catch (error) {
            const current = await findPurchase(connection, { _id: id });
            const again = current?.askAt ?? current?.routineAskAt;
            logger.warn({ err: error, purchase: id, again }, 'Purchase could not be reconciled');
          } finally {
            inProgress.delete(id);
          }
        }
      }

      const ended = await Promise.allSettled(Array.from({ length: concurrency }, work));
      const failed = ended.find(({ status }) => status === 'rejected');
      if (failed?.status === 'rejected') throw failed.reason;
    },
  };
}

/** The job that runs the reconciler again `everyMs` after each run. */
export function reconciliationJob(
  { connection }: CommerceContext,
  reconciler: Reconciler,
  everyMs: number,
): JobDefinition<PeriodicJobRow> {
  return periodicJob(connection, {
    name: reconciliationJobName,
    everyMs,
    run: (lease, { signal }) => reconciler.checkDuePurchases({ renewLease: () => lease.update({}), signal }),
  });
}
