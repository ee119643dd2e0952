import { purchaseMessages } from '@khmer-learning/contracts';
import { ApiError, isDuplicateKey, modelOf, type RequestContext } from '@khmer-learning/service-kit';
import { Schema } from 'mongoose';
import type { CommerceContext } from '../context/commerce-context.ts';
import {
  type ProviderRefund,
  type ProviderWebhookEvent,
  withProviderErrorMapping,
} from '../provider/provider.ts';
import { type BeforeCommit, findPurchase, updatePurchase } from '../purchases/purchase.queries.ts';
import {
  applyRefunds,
  type PurchaseRow,
  paymentStatusFields,
  wasEverPaid,
} from '../purchases/purchase-status.ts';

import type { PaymentService } from './payment.service.ts';

interface StoredWebhookEvent {
  _id: string;
  at: Date;
}

/** The provider stops redelivery after three days. An older event is harmless because the order is fetched anew. */
const retentionSeconds = 30 * 24 * 60 * 60;

const schema = new Schema<StoredWebhookEvent>(
  { _id: String, at: Date },
  { versionKey: false, collection: 'webhook_events' },
);
schema.index({ at: 1 }, { expireAfterSeconds: retentionSeconds });

const webhookEventsOf = modelOf('WebhookEvent', schema);

export type WebhookService = ReturnType<typeof createWebhookService>;

export function createWebhookService(commerce: CommerceContext, payments: PaymentService) {
  const { connection, provider, logger, now } = commerce;
  const processedEvents = webhookEventsOf(connection);

  async function findPurchaseOfEvent({ orderId, captureId }: ProviderWebhookEvent) {
    if (orderId !== null) return findPurchase(connection, { purchaseId: orderId });
    if (captureId === null) return null;
    const known = await findPurchase(connection, { captureId });
    if (known) return known;
    // The payment was captured, but the capture id is not stored yet.
    const capture = await provider.getCapture(captureId);
    return capture?.orderId ? findPurchase(connection, { purchaseId: capture.orderId }) : null;
  }

  /** The refund that an event is about; null when it is not about a refund of this purchase. */
  async function fetchRefundOfEvent(
    webhookEvent: ProviderWebhookEvent,
    row: PurchaseRow,
  ): Promise<ProviderRefund | null> {
    const refund = webhookEvent.refundId === null ? null : await provider.getRefund(webhookEvent.refundId);
    return refund && refund.captureId === row.captureId ? refund : null;
  }

  async function handleEvent(
    webhookEvent: ProviderWebhookEvent,
    row: PurchaseRow,
    context: RequestContext,
  ): Promise<void> {
    const markProcessed: BeforeCommit = async ({ session }) => {
      await processedEvents.insertMany([{ _id: webhookEvent.id, at: now() }], { session, lean: true });
    };
    if (webhookEvent.kind === 'approved' || webhookEvent.kind === 'captured') {
      const capture = webhookEvent.kind === 'approved';
      await payments.refresh(row, { capture, context, beforeCommit: markProcessed });
      return;
    }
    const { row: refreshed } = await payments.refresh(row, { capture: false, context });
    if (!refreshed) return;
    const refund = await fetchRefundOfEvent(webhookEvent, refreshed);
    const isReversed = webhookEvent.kind === 'reversed';
    await updatePurchase(
      commerce,
      context,
      refreshed._id,
      (current) => {
        const next = refund ? applyRefunds(current, [refund]) : current;
        return isReversed && wasEverPaid(next) ? { ...next, ...paymentStatusFields('reversed') } : next;
      },
      markProcessed,
    );
  }

  return {
    /**
     * Processes a webhook, which only tells what to look up: it may arrive late, repeatedly and in any order.
     * @throws ApiError 400 for an invalid signature, 503 when the provider is unavailable: it then redelivers the webhook
     */
    receive: (
      headers: Readonly<Record<string, string | string[] | undefined>>,
      body: Buffer,
      context: RequestContext,
    ): Promise<{ message: string }> =>
      withProviderErrorMapping(logger, async () => {
        const webhookEvent = await provider.verifyWebhook(headers, body);
        if (!webhookEvent) throw new ApiError(400, purchaseMessages.badSignature);
        if (webhookEvent.kind === 'other') return { message: 'Event ignored' };
        if (await processedEvents.exists({ _id: webhookEvent.id }))
          return { message: 'Event already processed' };
        const row = await findPurchaseOfEvent(webhookEvent);
        if (!row) {
          logger.warn({ notice: webhookEvent }, 'Webhook refers to an unknown payment');
          return { message: 'Unknown payment' };
        }
        try {
          await handleEvent(webhookEvent, row, context);
        } catch (error) {
          // A concurrent delivery of the same event was processed first.
          if (!isDuplicateKey(error)) throw error;
        }
        return { message: 'Event processed' };
      }),
  };
}
