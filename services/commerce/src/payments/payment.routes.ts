import {
  ordersCapture,
  paymentsWebhook,
  purchaseMessages,
  purchasesCancel,
  purchasesRefund,
  purchasesSyncPaymentStatus,
  purchasesWithdrawRefund,
} from '@khmer-learning/contracts';
import { mountEndpoint } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { PaymentService } from './payment.service.ts';
import type { RefundService } from './refund.service.ts';
import type { WebhookService } from './webhook.service.ts';

/** Mounts the endpoints that capture, confirm, cancel and refund payments, and PayPal's webhook. */
export function paymentRoutes(
  app: FastifyInstance,
  {
    payments,
    refunds,
    webhooks,
  }: { payments: PaymentService; refunds: RefundService; webhooks: WebhookService },
): void {
  mountEndpoint(app, ordersCapture, (context) => payments.capture(context.params.token, context));
  mountEndpoint(app, purchasesSyncPaymentStatus, async (context) => {
    const data = await payments.confirm(context.params.id, context.body.paymentStatus, context);
    return { ...data, message: purchaseMessages.statusStored, data };
  });
  mountEndpoint(app, purchasesCancel, (context) => payments.cancel(context.params.token, context));
  mountEndpoint(app, purchasesRefund, async (context) => {
    const { purchase, isPending } = await refunds.refund(context.params.purchaseId, context.body, context);
    if (isPending) context.reply.code(202);
    return purchase;
  });
  mountEndpoint(app, purchasesWithdrawRefund, (context) =>
    refunds.withdraw(context.params.id, context.params.refundId, context),
  );
  mountEndpoint(app, paymentsWebhook, (context) => webhooks.receive(context.headers, context.body, context));
}
