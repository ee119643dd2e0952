import type { FailureQueue } from './control/failure-queue.ts';
import type { Switches } from './control/switches.ts';
import type { Store } from './store/store.ts';
import type { Certificates } from './webhooks/certificates.ts';
import type { WebhookDispatcher } from './webhooks/webhook-dispatcher.ts';

/** Credentials shared by the merchant's app and the sandbox. */
export interface Credentials {
  clientId: string;
  clientSecret: string;
  webhookId: string;
}

/** Shared dependencies of the parts of a sandbox. */
export interface Sandbox {
  readonly credentials: Credentials;
  readonly store: Store;
  readonly switches: Switches;
  readonly failures: FailureQueue;
  readonly certificates: Certificates;
  readonly webhooks: WebhookDispatcher;
  /** Builds a public URL of the sandbox: `urlOf('/v2/checkout/orders/1')`. */
  urlOf(path: string): string;
}
