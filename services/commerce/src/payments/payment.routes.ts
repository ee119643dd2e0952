import {
  ordersCapture,
  paymentsWebhook,
  purchasesCancel,
  purchasesSyncPaymentStatus,
  purchasesRefund,
} from '@khmer-learning/contracts';
import { mountEndpoint } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { Payments } from './payment.service.ts';
import type { Refunds } from './refund.service.ts';
import type { Webhooks } from './webhook.service.ts';

export function paymentRoutes(
  app: FastifyInstance,
  { payments, refunds, webhooks }: { payments: Payments; refunds: Refunds; webhooks: Webhooks },
): void {
  mountEndpoint(app, ordersCapture, (context) => payments.capture(context.params.token, context));
  mountEndpoint(app, purchasesSyncPaymentStatus, (context) =>
    payments.confirm(context.params.id, context.body.paymentStatus, context),
  );
  mountEndpoint(app, purchasesCancel, (context) => payments.cancel(context.params.token, context));
  mountEndpoint(app, purchasesRefund, (context) => refunds.refund(context.params.purchaseId, context.body, context));
  mountEndpoint(app, paymentsWebhook, (context) => webhooks.receive(context.headers, context.body, context));
}
