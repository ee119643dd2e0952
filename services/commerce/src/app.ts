import { createApp, type Service } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { CommerceConfig } from './config.ts';
import { followSales, mainLessonHeard } from './consumers/follow-sales.ts';
import { mainLessonCopiesOf, userCopiesOf } from './copies/copy.model.ts';
import { checkoutsOf } from './orders/checkout.model.ts';
import { orderRoutes } from './orders/order.routes.ts';
import { createOrderService } from './orders/order.service.ts';
import { paymentRoutes } from './payments/payment.routes.ts';
import { createPayments } from './payments/payment.service.ts';
import { createRefunds } from './payments/refund.service.ts';
import { createWebhooks } from './payments/webhook.service.ts';
import { webhookEventsOf } from './payments/webhook-event.model.ts';
import { createPaypal } from './provider/paypal/paypal.ts';
import { departuresOf } from './purchases/departure.model.ts';
import { purchasesOf } from './purchases/purchase.model.ts';
import { purchaseRoutes } from './purchases/purchase.routes.ts';
import { leasesOf } from './reconciler/lease.model.ts';
import { createReconciler } from './reconciler/reconciler.ts';
import { createCommerceStore } from './store/commerce-store.ts';

export interface CommerceApp {
  readonly app: FastifyInstance;
  /** Follows the other services and reconciles from time to time; call it once the collections exist. */
  start(): void;
  /** Asks the provider now about purchases that have been pending for long. */
  reconcile(): Promise<void>;
  /** Ends what `start` has begun, but the consumers: the service does that. */
  stop(): Promise<void>;
}

const secondMs = 1_000;

/** Builds the service without listening. `now` is the clock of purchases and their filters. */
export function buildApp(
  service: Service<CommerceConfig>,
  { now = () => new Date() }: { now?: () => Date } = {},
): CommerceApp {
  const { connection, config, logger } = service;
  // Registered before the service creates collections and indexes.
  purchasesOf(connection);
  checkoutsOf(connection);
  webhookEventsOf(connection);
  mainLessonCopiesOf(connection);
  userCopiesOf(connection);
  departuresOf(connection);
  leasesOf(connection);

  const provider = createPaypal({
    baseUrl: config.PAYPAL_BASE_URL,
    clientId: config.PAYPAL_CLIENT_ID,
    clientSecret: config.PAYPAL_CLIENT_SECRET,
    webhookId: config.PAYPAL_WEBHOOK_ID,
    publicUrl: config.PUBLIC_URL,
    trustsBaseUrl: config.NODE_ENV !== 'production',
    authorities: config.PAYPAL_CERT_AUTHORITIES,
    onUntrusted: (certificateUrl) =>
      logger.warn(
        { certificateUrl },
        'A notification is signed with a certificate that is not to be trusted',
      ),
  });
  const store = createCommerceStore(service, { provider, now });
  const payments = createPayments(store);
  const refunds = createRefunds(store);
  const reconciler = createReconciler(store, {
    payments,
    refunds,
    everyMs: config.RECONCILE_EVERY_SECONDS * secondMs,
  });

  const app = createApp(service);
  purchaseRoutes(app, store);
  orderRoutes(
    app,
    createOrderService(store, payments, (id) => mainLessonHeard(service, id)),
  );
  paymentRoutes(app, { payments, refunds, webhooks: createWebhooks(store, payments) });

  return {
    app,
    start() {
      followSales(service, store);
      reconciler.start();
    },
    reconcile: reconciler.run,
    stop: reconciler.stop,
  };
}
