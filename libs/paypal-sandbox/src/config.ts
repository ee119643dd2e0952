import { z } from 'zod';
import type { SandboxOptions } from './start-paypal-sandbox.ts';

const address = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });

const configSchema = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(4_180),
  PAYPAL_CLIENT_ID: z.string().min(1).optional(),
  PAYPAL_CLIENT_SECRET: z.string().min(1).optional(),
  PAYPAL_WEBHOOK_ID: z.string().min(1).optional(),
  /** Public base URL for payers and the merchant's app. */
  PAYPAL_BASE_URL: address.optional(),
  /** Receiver of webhooks. */
  PAYPAL_WEBHOOK_URL: address.optional(),
  /** Speed-up of webhook retries compared to PayPal. */
  PAYPAL_WEBHOOK_SPEED: z.coerce.number().positive().max(1_000_000).optional(),
  /** Folder that keeps all data across restarts. */
  PAYPAL_DATA_DIR: z.string().min(1).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/** Invalid settings, one line each, in the services' format. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(issues: readonly z.core.$ZodIssue[]) {
    const lines = issues.map(({ path, message }) => `\n  ${path.join('.')}: ${message}`);
    super(`Invalid configuration:${lines.join('')}`);
  }
}

/** Reads the settings, empty ones as absent. @throws ConfigError with the names, never the values, of invalid ones */
export function parseSandboxOptions(env: NodeJS.ProcessEnv): SandboxOptions {
  const given = Object.entries(env).filter(([, value]) => value !== '');
  const { success, data: config, error } = configSchema.safeParse(Object.fromEntries(given));
  if (!success) throw new ConfigError(error.issues);
  const options = {
    host: config.HOST,
    port: config.PORT,
    clientId: config.PAYPAL_CLIENT_ID,
    clientSecret: config.PAYPAL_CLIENT_SECRET,
    webhookId: config.PAYPAL_WEBHOOK_ID,
    publicUrl: config.PAYPAL_BASE_URL,
    webhookUrl: config.PAYPAL_WEBHOOK_URL,
    webhookSpeed: config.PAYPAL_WEBHOOK_SPEED,
    dataDir: config.PAYPAL_DATA_DIR,
    logLevel: config.LOG_LEVEL,
  };
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
