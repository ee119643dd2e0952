import type { RequestContext } from '@khmer-learning/service-kit';
import type { CommerceContext } from '../context/commerce-context.ts';
import type { PaymentService } from '../payments/payment.service.ts';
import type { RefundService } from '../payments/refund.service.ts';
import { eraseDueEmails, scheduleMissingErasures } from '../purchases/email-erasure.ts';
import { nextCheckAt } from '../purchases/next-check.ts';
import { processRemainingOrphanedPurchases } from '../purchases/purchase.cascade.ts';
import { findPurchase, findPurchasesDueForCheck } from '../purchases/purchase.queries.ts';
import { isNeverCaptured, type PurchaseRow } from '../purchases/purchase-status.ts';
import { updatePurchase } from '../purchases/purchase-writes.ts';
import { createLeaderLease } from './leader-lease.ts';

/**
 * Asks the provider about purchases that have been pending for long, now and then about those that are paid, ends
 * what was too much for one transaction, and erases addresses of people who were deleted.
 */
export interface Reconciler {
  /** Asks about all that are due, unless another instance does. */
  run(): Promise<void>;
  /** Runs from time to time from now on. */
  start(): void;
  /** Ends after the purchase that is being asked about. */
  stop(): Promise<void>;
}

/** Longer than the provider may take to answer about one purchase, refunds included. */
const leaseMs = 120_000;
const batchSize = 50;
const systemContext: RequestContext = { actor: null, requestId: null };

export function createReconciler(
  commerce: CommerceContext,
  { payments, refunds, everyMs }: { payments: PaymentService; refunds: RefundService; everyMs: number },
): Reconciler {
  const { connection, logger, now } = commerce;
  const lease = createLeaderLease(connection, 'reconciler', { forMs: leaseMs, now });
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  /** The next time later than the last, before the provider is asked: what ends the process is not asked at once again. */
  async function backOff(id: number): Promise<PurchaseRow | null> {
    return updatePurchase(commerce, systemContext, id, (current) => ({
      ...current,
      askAt: nextCheckAt(current, commerce),
      askedTimes: current.askedTimes + 1,
    }));
  }

  async function reconcile(id: number): Promise<void> {
    const row = await backOff(id);
    if (!row?.askAt) return;
    const isOrphan = row.userId === null || row.mainLessonId === null;
    const refreshed = await payments.refresh(row, { capture: !isOrphan, context: systemContext });
    if (!refreshed.row) return;
    // What was left of a learner or main lesson while the payment was under way.
    if (isOrphan && isNeverCaptured(refreshed.row) && (await payments.deleteUnpaid(id, systemContext)))
      return;
    await refunds.resolvePendingRefunds(refreshed.row);
  }

  async function runOnce(): Promise<void> {
    if (await lease.acquire()) {
      await processRemainingOrphanedPurchases(commerce);
      await eraseDueEmails(commerce);
    }
    for (;;) {
      if (stopping.signal.aborted || !(await lease.acquire())) return;
      const due = await findPurchasesDueForCheck(connection, now(), batchSize);
      if (due.length === 0) return;
      for (const id of due) {
        if (stopping.signal.aborted || !(await lease.acquire())) return;
        try {
          await reconcile(id);
        } catch (error) {
          const current = await findPurchase(connection, { _id: id });
          logger.warn(
            { err: error, purchase: id, again: current?.askAt },
            'A purchase could not be reconciled',
          );
        }
      }
    }
  }

  function run(): Promise<void> {
    running = running.then(runOnce, runOnce);
    return running;
  }

  function scheduleNextRun(): void {
    timer = setTimeout(() => {
      run()
        .catch((error: unknown) => logger.warn({ err: error }, 'Purchases could not be reconciled'))
        .finally(() => {
          if (!stopping.signal.aborted) scheduleNextRun();
        });
    }, everyMs);
    timer.unref();
  }

  return {
    run,
    start() {
      scheduleMissingErasures(commerce).catch((error: unknown) =>
        logger.warn({ err: error }, 'Addresses of people who were deleted before could not be looked for'),
      );
      scheduleNextRun();
    },
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running.catch(() => undefined);
      await lease.release().catch(() => undefined);
    },
  };
}
