import {
  ordersCapture,
  paymentsWebhook,
  purchaseMessages,
  purchasesCancel,
  purchasesRefund,
  purchasesSyncPaymentStatus,
  purchasesWithdrawRefund,
  v1OrdersCreate,
} from '@khmer-learning/contracts';
import { mountEndpoint, requireLearner } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { OrderService } from '../orders/order.service.ts';
import { createCallLimit } from './call-limit.ts';
import type { PaymentService } from './payment.service.ts';
import type { RefundService } from './refund.service.ts';
import type { WebhookService } from './webhook.service.ts';

export function paymentRoutes(
  app: FastifyInstance,
  orders: OrderService,
  payments: PaymentService,
  refunds: RefundService,
  webhooks: WebhookService,
): void {
  const limit = createCallLimit();
  mountEndpoint(app, v1OrdersCreate, async (context) => ({
    success: true as const,
    data: await orders.create(requireLearner(context.principal), context.body, context),
  }));
  mountEndpoint(app, ordersCapture, (context) => {
    const { token } = context.params;
    return limit.ofOrder('capture', token, context.address, () => payments.capture(token, context));
  });
  mountEndpoint(app, purchasesSyncPaymentStatus, async (context) => {
    const { id } = context.params;
    const { paymentStatus } = context.body;
    const data = await limit.ofOrder(`confirm ${paymentStatus}`, id, context.address, () =>
      payments.confirm(id, paymentStatus, context),
    );
    return { ...data, message: purchaseMessages.statusStored, data };
  });
  mountEndpoint(app, purchasesCancel, (context) => {
    const { token } = context.params;
    return limit.ofOrder('cancel', token, context.address, () => payments.cancel(token, context));
  });
  mountEndpoint(app, purchasesRefund, async (context) => {
    const { purchase, isPending } = await refunds.refund(context.params.purchaseId, context.body, context);
    if (isPending) context.reply.code(202);
    return purchase;
  });
  mountEndpoint(app, purchasesWithdrawRefund, (context) =>
    refunds.withdraw(context.params.id, context.params.refundId, context),
  );
  mountEndpoint(app, paymentsWebhook, (context) =>
    limit.ofWebhook(context.address, () => webhooks.receive(context.headers, context.body, context)),
  );
}
