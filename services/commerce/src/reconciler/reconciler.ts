import type { RequestContext } from '@khmer-learning/service-kit';
import type { CommerceContext } from '../context/commerce-context.ts';
import type { PaymentService } from '../payments/payment.service.ts';
import type { RefundService } from '../payments/refund.service.ts';
import { eraseDueEmails } from '../purchases/email-erasure.ts';
import { processRemainingOrphanedPurchases } from '../purchases/purchase.cascade.ts';
import {
  findPurchase,
  findPurchaseDueForCheck,
  scheduleNextCheck,
  updatePurchase,
} from '../purchases/purchase.queries.ts';

import { isNeverCaptured, type PurchaseRow } from '../purchases/purchase-status.ts';

import { createLeaderLease } from './leader-lease.ts';

/**
 * Periodic background work: sends pending refunds, checks long-pending and, less often, paid purchases at the provider,
 * finishes deletions that were too large for one transaction, and erases email addresses of deleted users. Paid purchases
 * are checked only when nothing else is due.
 */
export interface Reconciler {
  /** Processes everything that is due, unless another instance holds the lease. */
  run(): Promise<void>;
  /** Starts the periodic runs. */
  start(): void;
  /** Stops after the purchases that are being checked. */
  stop(): Promise<void>;
}

/** Longer than the check of one purchase may take, refunds included. */
const leaseMs = 120_000;
const systemContext: RequestContext = { actor: null, requestId: null };

/** Creates the reconciler. `everyMs` is the pause between runs, `concurrency` the number of purchases checked at a time. */
export function createReconciler(
  commerce: CommerceContext,
  options: { payments: PaymentService; refunds: RefundService; everyMs: number; concurrency: number },
): Reconciler {
  const { connection, logger, now } = commerce;
  const { payments, refunds, everyMs, concurrency } = options;
  const lease = createLeaderLease(connection, 'reconciler', { forMs: leaseMs, now });
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

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

  /** Checks one purchase after the other until none is due. `inProgress` has the purchases of all workers. */
  async function work(inProgress: Set<number>): Promise<void> {
    while (!stopping.signal.aborted && (await lease.acquire())) {
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

  async function runOnce(): Promise<void> {
    if (await lease.acquire()) {
      await processRemainingOrphanedPurchases(commerce);
      await eraseDueEmails(commerce);
    }
    const inProgress = new Set<number>();
    await Promise.all(Array.from({ length: concurrency }, () => work(inProgress)));
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
