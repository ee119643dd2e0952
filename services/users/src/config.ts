import { availableParallelism } from 'node:os';
import { emailSchema, newPasswordSchema } from '@khmer-learning/contracts';
import { baseConfigSchema, sessionSecretsSchema, withLocalDefault } from '@khmer-learning/service-kit';
import { z } from 'zod';
import { findPasswordProblem } from './passwords/password-policy.ts';

/** What the first admin is called. */
export const firstAdminNames = { firstName: 'Khmer Learning', lastName: 'Admin' } as const;

/** Below this a stolen database could be tried out too fast (decisions, Sessions and passwords: 12). */
const minProductionCost = 10;

export const usersConfigSchema = baseConfigSchema
  .extend({
    SESSION_SECRETS: sessionSecretsSchema,
    /** The account that is made when there is no admin yet. */
    ADMIN_EMAIL: withLocalDefault(emailSchema, 'admin@khmer.local'),
    ADMIN_PASSWORD: withLocalDefault(newPasswordSchema, 'learn-khmer-2026'),
    /** Every step doubles the time of one check; 12 takes about a quarter of a second. */
    BCRYPT_COST: z.coerce.number().int().min(4).max(15).default(12),
    /** How many passwords are hashed at once for those who sign in, each in a thread of its own; for those who register one less. */
    HASH_THREADS: z.coerce
      .number()
      .int()
      .min(2)
      .max(64)
      .default(Math.max(2, availableParallelism() - 1)),
    /** A hash that would take longer, waiting included, is refused: the gateway waits 2.5 s for the whole call. */
    HASH_TIMEOUT_MS: z.coerce.number().int().min(100).default(1_750),
    /** Where people reach the gateway: links in mails start with it, and https makes the cookie `Secure`. */
    PUBLIC_URL: z
      .url({ protocol: /^https?$/, error: 'must be an http or https address' })
      .default('http://localhost:8080')
      .transform((url) => new URL(url).origin),
    /** `smtp://user:password@host:port`; without it mails are written to `MAIL_DIR`. */
    SMTP_URL: z
      .string()
      .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
      .optional(),
    MAIL_FROM: z.string().min(1).default('Khmer Learning <no-reply@khmer.local>'),
    MAIL_DIR: z.string().min(1).default('.data/mail'),
    /** How long the audit trail is kept, counted from when a record is stored. */
    AUDIT_KEEP_DAYS: z.coerce.number().int().min(1).max(3_650).default(400),
  })
  .superRefine(({ ADMIN_EMAIL: email, ADMIN_PASSWORD: password }, context) => {
    const message = findPasswordProblem(password, { email, ...firstAdminNames });
    if (message !== undefined) context.addIssue({ code: 'custom', path: ['ADMIN_PASSWORD'], message });
  })
  .superRefine((config, context) => {
    if (config.NODE_ENV !== 'production' || config.BCRYPT_COST >= minProductionCost) return;
    context.addIssue({
      code: 'custom',
      path: ['BCRYPT_COST'],
      message: `must be at least ${minProductionCost} in production`,
    });
  });
export type UsersConfig = z.output<typeof usersConfigSchema>;
