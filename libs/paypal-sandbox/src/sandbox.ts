import type { FailureQueue } from './control/failure-queue.ts';
import type { Switches } from './control/switches.ts';
import type { Store } from './store/store.ts';
import type { Certificates } from './webhooks/certificates.ts';
import type { WebhookDispatcher } from './webhooks/webhook-dispatcher.ts';

/** By which the merchant's app and PayPal know each other. */
export interface Credentials {
  clientId: string;
  clientSecret: string;
  webhookId: string;
}

/** What all parts of one sandbox share. */
export interface Sandbox {
  readonly credentials: Credentials;
  readonly store: Store;
  readonly switches: Switches;
  readonly failures: FailureQueue;
  readonly certificates: Certificates;
  readonly webhooks: WebhookDispatcher;
  /** An address of the sandbox as others reach it: `urlOf('/v2/checkout/orders/1')`. */
  urlOf(path: string): string;
}
