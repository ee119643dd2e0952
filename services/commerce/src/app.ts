import { purchaseDeadJobsList, purchaseDeadJobsRetry } from '@khmer-learning/contracts';
import { createApp, createJobRunner, type Service, startRepublication } from '@khmer-learning/service-kit';
import { commerceSources } from './commerce-sources.ts';
import type { CommerceConfig } from './config.ts';
import { startCommerceConsumers, waitForMainLesson } from './consumers/commerce-consumers.ts';
import { createCommerceContext } from './context/commerce-context.ts';
import { checkoutsOf } from './orders/checkout.ts';
import { createOrderService } from './orders/order.service.ts';
import { paymentRoutes } from './payments/payment.routes.ts';
import { createPaymentService } from './payments/payment.service.ts';
import { createRefundService } from './payments/refund.service.ts';
import { createWebhookService } from './payments/webhook.service.ts';
import { createPaypalProvider } from './provider/paypal/paypal-provider.ts';
import { accessEndJob, emailErasureJob } from './purchases/due-purchases.job.ts';
import { orphanedPurchasesOf, remainingPurchasesJob } from './purchases/purchase.cascade.ts';
import { purchasesOf } from './purchases/purchase.model.ts';
import { purchaseRoutes } from './purchases/purchase.routes.ts';
import { createReconciler, reconciliationJob } from './reconciler/reconciler.ts';
import { mainLessonReplicasOf, userReplicasOf } from './replicas/replicas.ts';

export type CommerceApp = ReturnType<typeof buildApp>;

const secondMs = 1_000;

/** Builds the app. It does not listen yet. `now` is the clock of purchases and their date filters. */
export function buildApp(
  service: Service<CommerceConfig>,
  { now = () => new Date() }: { now?: () => Date } = {},
) {
  const { connection, config, logger } = service;
  // The models must be registered before the service creates collections and indexes.
  purchasesOf(connection);
  checkoutsOf(connection);
  mainLessonReplicasOf(connection);
  userReplicasOf(connection);
  orphanedPurchasesOf(connection);

  const provider = createPaypalProvider({
    baseUrl: config.PAYPAL_BASE_URL,
    clientId: config.PAYPAL_CLIENT_ID,
    clientSecret: config.PAYPAL_CLIENT_SECRET,
    webhookId: config.PAYPAL_WEBHOOK_ID,
    publicUrl: config.PUBLIC_URL,
    trustsBaseUrl: config.NODE_ENV !== 'production',
    authorities: config.PAYPAL_CERT_AUTHORITIES,
    onUntrusted: (certificateUrl) =>
      logger.warn({ certificateUrl }, 'Webhook rejected: its signing certificate is not trusted'),
  });
  const commerce = createCommerceContext(service, { provider, now });
  const payments = createPaymentService(commerce);
  const refunds = createRefundService(commerce);
  const reconciler = createReconciler(commerce, {
    payments,
    refunds,
    concurrency: config.RECONCILE_CONCURRENCY,
  });

  const app = createApp(service);
  const jobs = createJobRunner(app, service);
  jobs.mountDeadJobs({ list: purchaseDeadJobsList, retry: purchaseDeadJobsRetry });
  startRepublication(app, service, { owner: 'commerce', jobs, sources: commerceSources() });
  const everyMs = config.RECONCILE_INTERVAL_SECONDS * secondMs;
  const wakes = [
    jobs.register(remainingPurchasesJob(commerce)),
    jobs.register(emailErasureJob(commerce, everyMs)),
    jobs.register(accessEndJob(commerce, everyMs)),
    jobs.register(reconciliationJob(commerce, reconciler, everyMs)),
  ];
  purchaseRoutes(app, commerce);
  const orders = createOrderService(commerce, payments, (id) => waitForMainLesson(service, id));
  paymentRoutes(app, orders, payments, refunds, createWebhookService(commerce, payments));

  return {
    app,
    /** Starts the event consumers. Call it once the collections exist. */
    startConsumers: (): void => startCommerceConsumers(service, commerce),
    /** Looks for due jobs now. */
    wakeJobs(): void {
      for (const wake of wakes) wake();
    },
  };
}
