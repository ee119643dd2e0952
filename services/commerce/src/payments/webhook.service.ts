import { purchaseMessages } from '@khmer-learning/contracts';
import { ApiError, type RequestContext, isDuplicateKey } from '@khmer-learning/service-kit';
import type { ProviderNotice, ProviderRefund } from '../provider/provider.ts';
import { findPurchase } from '../purchases/purchase.queries.ts';
import { type PurchaseRow, wasPaid, withRefunds, withStatus } from '../purchases/purchase-status.ts';
import { changePurchase, type Within } from '../purchases/purchase-writes.ts';
import type { CommerceStore } from '../store/commerce-store.ts';
import type { Payments } from './payment.service.ts';
import { askingProvider } from './provider-failures.ts';
import { webhookEventsOf } from './webhook-event.model.ts';

/** What the provider tells on its own. */
export interface Webhooks {
  /**
   * Takes a notification. It only says which payment to ask about: what is stored is what the provider answers then,
   * so that notifications may come in any order, late and many times.
   *
   * @throws ApiError 400 when it is not signed by the provider, 503 when the provider cannot be asked: it tries again
   */
  receive(
    headers: Readonly<Record<string, string | string[] | undefined>>,
    body: Buffer,
    context: RequestContext,
  ): Promise<{ message: string }>;
}

export function createWebhooks(store: CommerceStore, payments: Payments): Webhooks {
  const { connection, provider, logger, now } = store;
  const events = webhookEventsOf(connection);

  async function purchaseOf({ orderId, captureId }: ProviderNotice): Promise<PurchaseRow | null> {
    if (orderId !== null) return findPurchase(connection, { purchaseId: orderId });
    if (captureId === null) return null;
    const known = await findPurchase(connection, { captureId });
    if (known) return known;
    // The money was taken, and nobody has told us yet.
    const capture = await provider.getCapture(captureId);
    return capture?.orderId ? findPurchase(connection, { purchaseId: capture.orderId }) : null;
  }

  /** The refund that a notice is about, of this purchase. */
  async function refundOf(notice: ProviderNotice, row: PurchaseRow): Promise<ProviderRefund | null> {
    const refund = notice.refundId === null ? null : await provider.getRefund(notice.refundId);
    return refund && refund.captureId === row.captureId ? refund : null;
  }

  async function handle(notice: ProviderNotice, row: PurchaseRow, context: RequestContext): Promise<void> {
    const remember: Within = async ({ session }) => {
      await events.insertMany([{ _id: notice.id, at: now() }], { session, lean: true });
    };
    if (notice.kind === 'approved' || notice.kind === 'captured') {
      await payments.refresh(row, { capture: notice.kind === 'approved', context, within: remember });
      return;
    }
    const { row: fresh } = await payments.refresh(row, { capture: false, context });
    if (!fresh) return;
    const refund = await refundOf(notice, fresh);
    const isReversed = notice.kind === 'reversed';
    await changePurchase(
      store,
      context,
      fresh._id,
      (current) => {
        const next = refund ? withRefunds(current, [refund]) : current;
        return isReversed && wasPaid(next) ? { ...next, ...withStatus('reversed') } : next;
      },
      remember,
    );
  }

  return {
    receive: (headers, body, context) =>
      askingProvider(logger, async () => {
        const notice = await provider.verifyWebhook(headers, body);
        if (!notice) throw new ApiError(400, purchaseMessages.badSignature);
        if (notice.kind === 'other') return { message: 'Nothing to do' };
        if (await events.exists({ _id: notice.id })) return { message: 'Done before' };
        const row = await purchaseOf(notice);
        if (!row) {
          logger.warn({ notice }, 'The provider tells of a payment that is not known');
          return { message: 'Not a payment of ours' };
        }
        try {
          await handle(notice, row, context);
        } catch (error) {
          // Told twice at the same time, and the other one was quicker.
          if (!isDuplicateKey(error)) throw error;
        }
        return { message: 'Done' };
      }),
  };
}
