import type { RequestContext } from '@khmer-learning/service-kit';
import type { CommerceContext } from '../context/commerce-context.ts';
import type { PaymentService } from '../payments/payment.service.ts';
import type { RefundService } from '../payments/refund.service.ts';
import { eraseDueEmails } from '../purchases/email-erasure.ts';
import { processRemainingOrphanedPurchases } from '../purchases/purchase.cascade.ts';
import {
  findPurchase,
  findPurchasesDueForCheck,
  nextCheckAt,
  updatePurchase,
} from '../purchases/purchase.queries.ts';

import { isNeverCaptured, type PurchaseRow } from '../purchases/purchase-status.ts';

import { createLeaderLease } from './leader-lease.ts';

/**
 * Periodic background work: checks long-pending and, less often, paid purchases at the provider, finishes deletions
 * that were too large for one transaction, and erases email addresses of deleted users.
 */
export interface Reconciler {
  /** Processes everything that is due, unless another instance holds the lease. */
  run(): Promise<void>;
  /** Starts the periodic runs. */
  start(): void;
  /** Stops after the purchase that is being checked. */
  stop(): Promise<void>;
}

/** Longer than the check of one purchase may take, refunds included. */
const leaseMs = 120_000;
const batchSize = 50;
const systemContext: RequestContext = { actor: null, requestId: null };

/** Creates the reconciler. `everyMs` is the pause between runs. */
export function createReconciler(
  commerce: CommerceContext,
  { payments, refunds, everyMs }: { payments: PaymentService; refunds: RefundService; everyMs: number },
): Reconciler {
  const { connection, logger, now } = commerce;
  const lease = createLeaderLease(connection, 'reconciler', { forMs: leaseMs, now });
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  /** Schedules the next check before this one starts, so that a purchase that crashes the process is retried later. */
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
    // The learner or main lesson was deleted while the payment was in flight.
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
            'Purchase could not be reconciled',
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
        .catch((error: unknown) => logger.warn({ err: error }, 'Reconciler run failed'))
        .finally(() => {
          if (!stopping.signal.aborted) scheduleNextRun();
        });
    }, everyMs);
    timer.unref();
  }

  return {
    run,
    start: scheduleNextRun,
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running.catch(() => undefined);
      await lease.release().catch(() => undefined);
    },
  };
}
