import { baseConfigSchema, withLocalDefault } from '@khmer-learning/service-kit';
import { z } from 'zod';

/** PayPal's own addresses, live and sandbox. */
const paypalOriginPattern = /^https:\/\/api(-m)?(\.sandbox)?\.paypal\.com$/;

const originOf = (text: string) => new URL(text).origin;
const originSchema = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform(originOf);

export const commerceConfigSchema = baseConfigSchema
  .extend({
    /** The public address of the gateway. PayPal redirects payers to its `/complete` and `/cancel`. */
    PUBLIC_URL: originSchema.default('http://localhost:8080'),
    /** The address of PayPal. The defaults are those of the local PayPal sandbox (`libs/paypal-sandbox`). */
    PAYPAL_BASE_URL: withLocalDefault(originSchema, 'http://127.0.0.1:4180'),
    PAYPAL_CLIENT_ID: withLocalDefault(z.string().min(1), 'local-paypal-client'),
    PAYPAL_CLIENT_SECRET: withLocalDefault(z.string().min(1), 'local-paypal-secret-of-khmer-learning'),
    PAYPAL_WEBHOOK_ID: withLocalDefault(z.string().min(1), 'local-paypal-webhook'),
    /**
     * Certificates (PEM) that are trusted as issuers of PayPal's signing certificate, besides the public roots. Needed
     * only if PayPal serves it without intermediates. `PAYPAL_CERT_AUTHORITIES_FILE` reads them from a file.
     */
    PAYPAL_CERT_AUTHORITIES: z
      .string()
      .refine((text) => text.includes('-----BEGIN CERTIFICATE-----'), 'must be PEM-encoded certificates')
      .or(z.literal(''))
      .default(''),
    /** How often the reconciler looks for pending purchases to check. */
    RECONCILE_INTERVAL_SECONDS: z.coerce.number().positive().max(3_600).default(60),
    /**
     * How many purchases the reconciler checks at a time. Each check waits for PayPal most of the time. More of them drain
     * a backlog faster, but PayPal limits the rate of calls, and captures and refunds of people share that limit.
     */
    RECONCILE_CONCURRENCY: z.coerce.number().int().min(1).max(50).default(4),
    /** Days after which a deleted user's email address is erased from the user's purchases. */
    DELETED_EMAIL_RETENTION_DAYS: z.coerce.number().int().min(0).max(3_650).default(400),
  })
  .superRefine((config, context) => {
    if (config.NODE_ENV !== 'production' || paypalOriginPattern.test(config.PAYPAL_BASE_URL)) return;
    context.addIssue({
      code: 'custom',
      path: ['PAYPAL_BASE_URL'],
      message: 'must be a PayPal address in production, such as https://api-m.paypal.com',
    });
  });
export type CommerceConfig = z.output<typeof commerceConfigSchema>;
