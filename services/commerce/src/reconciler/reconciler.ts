import type { RequestContext } from '@khmer-learning/service-kit';
import type { Payments } from '../payments/payment.service.ts';
import type { Refunds } from '../payments/refund.service.ts';
import { eraseEmails, scheduleOldErasures } from '../purchases/erase-emails.ts';
import { nextLook } from '../purchases/next-look.ts';
import { finishDepartures } from '../purchases/purchase.following.ts';
import { findDue, findPurchase } from '../purchases/purchase.queries.ts';
import { isUnpaid, type PurchaseRow } from '../purchases/purchase-status.ts';
import { changePurchase } from '../purchases/purchase-writes.ts';
import type { CommerceStore } from '../store/commerce-store.ts';
import { createLease } from './lease.ts';

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
const dueAtOnce = 50;
const system: RequestContext = { actor: null, requestId: null };

export function createReconciler(
  store: CommerceStore,
  { payments, refunds, everyMs }: { payments: Payments; refunds: Refunds; everyMs: number },
): Reconciler {
  const { connection, logger, now } = store;
  const lease = createLease(connection, 'reconciler', { forMs: leaseMs, now });
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  /** The next time later than the last, before the provider is asked: what ends the process is not asked at once again. */
  async function putOff(id: number): Promise<PurchaseRow | null> {
    return changePurchase(store, system, id, (current) => ({
      ...current,
      askAt: nextLook(current, store),
      askedTimes: current.askedTimes + 1,
    }));
  }

  async function reconcile(id: number): Promise<void> {
    const row = await putOff(id);
    if (!row?.askAt) return;
    const isOrphan = row.userId === null || row.mainLessonId === null;
    const fresh = await payments.refresh(row, { capture: !isOrphan, context: system });
    if (!fresh.row) return;
    // What was left of a learner or main lesson while the payment was under way.
    if (isOrphan && isUnpaid(fresh.row) && (await payments.drop(id, system))) return;
    await refunds.finish(fresh.row);
  }

  async function round(): Promise<void> {
    if (await lease.take()) {
      await finishDepartures(store);
      await eraseEmails(store);
    }
    for (;;) {
      if (stopping.signal.aborted || !(await lease.take())) return;
      const due = await findDue(connection, now(), dueAtOnce);
      if (due.length === 0) return;
      for (const id of due) {
        if (stopping.signal.aborted || !(await lease.take())) return;
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
    running = running.then(round, round);
    return running;
  }

  function runLater(): void {
    timer = setTimeout(() => {
      run()
        .catch((error: unknown) => logger.warn({ err: error }, 'Purchases could not be reconciled'))
        .finally(() => {
          if (!stopping.signal.aborted) runLater();
        });
    }, everyMs);
    timer.unref();
  }

  return {
    run,
    start() {
      scheduleOldErasures(store).catch((error: unknown) =>
        logger.warn({ err: error }, 'Addresses of people who were deleted before could not be looked for'),
      );
      runLater();
    },
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running.catch(() => undefined);
      await lease.release().catch(() => undefined);
    },
  };
}
