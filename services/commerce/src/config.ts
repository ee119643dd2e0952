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
    /** Where people reach the gateway: payers come back to `/complete` and `/cancel` of it. */
    PUBLIC_URL: originSchema.default('http://localhost:8080'),
    /** PayPal, or the stand-in for it on this machine, whose defaults these are. */
    PAYPAL_BASE_URL: withLocalDefault(originSchema, 'http://127.0.0.1:4180'),
    PAYPAL_CLIENT_ID: withLocalDefault(z.string().min(1), 'local-paypal-client'),
    PAYPAL_CLIENT_SECRET: withLocalDefault(z.string().min(1), 'local-paypal-secret-of-khmer-learning'),
    PAYPAL_WEBHOOK_ID: withLocalDefault(z.string().min(1), 'local-paypal-webhook'),
    /**
     * Certificates (PEM) that PayPal's signing certificate may be issued by, besides the public roots: needed only
     * if PayPal serves it without what is between. As `PAYPAL_CERT_AUTHORITIES_FILE` it comes from a file.
     */
    PAYPAL_CERT_AUTHORITIES: z
      .string()
      .refine((text) => text.includes('-----BEGIN CERTIFICATE-----'), 'must be certificates in PEM form')
      .or(z.literal(''))
      .default(''),
    /** Purchases that are pending for so long are asked about. */
    RECONCILE_AFTER_MINUTES: z.coerce.number().positive().max(1_440).default(15),
    /** How often such purchases are looked for. */
    RECONCILE_EVERY_SECONDS: z.coerce.number().positive().max(3_600).default(60),
    /** A deleted person's e-mail address goes from their purchases after so many days. */
    DELETED_EMAIL_KEEP_DAYS: z.coerce.number().int().min(0).max(3_650).default(400),
  })
  .superRefine((config, context) => {
    if (config.NODE_ENV !== 'production' || paypalOriginPattern.test(config.PAYPAL_BASE_URL)) return;
    context.addIssue({
      code: 'custom',
      path: ['PAYPAL_BASE_URL'],
      message: 'must be an address of PayPal in production, such as https://api-m.paypal.com',
    });
  });
export type CommerceConfig = z.output<typeof commerceConfigSchema>;
