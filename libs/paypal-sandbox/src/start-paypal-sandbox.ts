import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildApp } from './app.ts';
import { createFailureQueue } from './control/failure-queue.ts';
import { createSandboxControl, type SandboxControl } from './control/sandbox-control.ts';
import { defaultSwitches, type Switches } from './control/switches.ts';
import type { Credentials, Sandbox } from './sandbox.ts';
import { openStore } from './store/store.ts';
import { loadOrCreateCertificates } from './webhooks/certificates.ts';
import { transmissionHeaders } from './webhooks/transmission-headers.ts';
import { createWebhookDispatcher } from './webhooks/webhook-dispatcher.ts';

/** Settings of a sandbox. */
export interface SandboxOptions extends Partial<Credentials> {
  /** Default 127.0.0.1. */
  host?: string;
  /** Default 0: any free port. */
  port?: number;
  /** Public base URL for payers and the merchant's app; default: the listening address. */
  publicUrl?: string;
  /** Receiver of webhooks; without it, none are sent until a switch sets one. */
  webhookUrl?: string;
  /** Speed-up of webhook retries compared to PayPal; default 1. */
  webhookSpeed?: number;
  /** Keeps orders, payments, webhooks and the signing key; default: all data is in memory. */
  dataDir?: string;
  /** pino's level; default `silent`. */
  logLevel?: string;
}

/** A running sandbox: `url` is the `PAYPAL_BASE_URL` of the merchant's app. */
export interface PaypalSandbox extends Credentials {
  readonly url: string;
  readonly control: SandboxControl;
  /** Certificate of the authority that issued the webhooks' signing certificate. */
  readonly authorityPem: string;
  /** Stops it; undelivered webhooks stay recorded. */
  stop(): Promise<void>;
}

/** The default credentials of the commerce service. */
const defaultCredentials: Credentials = {
  clientId: 'local-paypal-client',
  clientSecret: 'local-paypal-secret-of-khmer-learning',
  webhookId: 'local-paypal-webhook',
};

/** Starts a sandbox of PayPal's wire API. @throws Error in production, as payments are not real, or when the port is in use */
export async function startPaypalSandbox(options: SandboxOptions = {}): Promise<PaypalSandbox> {
  if (process.env.NODE_ENV === 'production')
    throw new Error('The PayPal sandbox does not run with NODE_ENV=production: its payments are not real');
  const { host = '127.0.0.1', port = 0, dataDir, logLevel = 'silent' } = options;
  if (dataDir !== undefined) mkdirSync(dataDir, { recursive: true });

  const credentials: Credentials = {
    clientId: options.clientId ?? defaultCredentials.clientId,
    clientSecret: options.clientSecret ?? defaultCredentials.clientSecret,
    webhookId: options.webhookId ?? defaultCredentials.webhookId,
  };
  let base = options.publicUrl?.replace(/\/$/, '');
  const urlOf = (path: string) => `${base}${path}`;
  const store = openStore(dataDir && join(dataDir, 'sandbox.jsonl'));
  const switches: Switches = {
    ...defaultSwitches,
    webhookUrl: options.webhookUrl ?? defaultSwitches.webhookUrl,
    speed: options.webhookSpeed ?? defaultSwitches.speed,
  };
  const certificates = await loadOrCreateCertificates(dataDir);
  const signer = { certificates, webhookId: credentials.webhookId, urlOf };
  const webhooks = createWebhookDispatcher(store, switches, urlOf, (transmission, body) =>
    transmissionHeaders(transmission, body, signer),
  );
  const failures = createFailureQueue();
  const sandbox: Sandbox = { credentials, store, switches, failures, certificates, webhooks, urlOf };

  const app = buildApp(sandbox, { logLevel });
  const address = await app.listen({ host, port });
  base ??= address;
  app.log.info({ address }, 'Listening');
  webhooks.resume();
  return {
    ...credentials,
    url: base,
    control: createSandboxControl(address),
    authorityPem: certificates.authorityPem,
    async stop() {
      await app.close();
      await webhooks.stop();
    },
  };
}
