import { availableParallelism } from 'node:os';
import { emailSchema, newPasswordSchema, staffRoles } from '@khmer-learning/contracts';
import {
  baseConfigSchema,
  secretListSchema,
  sessionSecretsSchema,
  withLocalDefault,
} from '@khmer-learning/service-kit';
import { z } from 'zod';
import { findPasswordProblem } from './passwords/password-policy.ts';

export const firstAdminNames = { firstName: 'Khmer Learning', lastName: 'Admin' } as const;

/** A lower cost would make passwords of a stolen database too fast to guess. */
const minProductionCost = 10;

/** A comma-separated list, by default empty. */
const listSchema = z
  .string()
  .default('')
  .transform((list) =>
    list
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  );
/** `group=role` pairs, by group. */
const groupRolesSchema = z
  .array(
    z
      .string()
      .regex(/^.+=(admin|teacher)$/, 'must be a list of group=admin and group=teacher')
      .transform((pair) => {
        const at = pair.lastIndexOf('=');
        return [pair.slice(0, at), z.enum(staffRoles).parse(pair.slice(at + 1))] as const;
      }),
  )
  .transform((pairs) => new Map(pairs));
const addressSchema = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });

/** Browsers offer passkeys of a domain on its https origins and those below it, and on this machine. */
function isOriginOf(origin: string, rpId: string): boolean {
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  const isSafe = url?.protocol === 'https:' || url?.hostname === 'localhost';
  return isSafe && url.origin === origin && (url.hostname === rpId || url.hostname.endsWith(`.${rpId}`));
}

/** It is published, so nobody else may choose it. */
const localAdminPassword = 'learn-khmer-2026';

/** The settings of the users service, read from environment variables. A weak `ADMIN_PASSWORD` stops the start. */
export const usersConfigSchema = baseConfigSchema
  .extend({
    SESSION_SECRETS: sessionSecretsSchema,
    /** The first one encrypts the secrets of authenticator apps, all decrypt. */
    SECOND_FACTOR_SECRETS: withLocalDefault(secretListSchema, 'local-second-factor-secret-of-khmer-learning'),
    /** The account that is created at the start when there is no admin yet. */
    ADMIN_EMAIL: withLocalDefault(emailSchema, 'admin@khmer.local'),
    ADMIN_PASSWORD: withLocalDefault(newPasswordSchema, localAdminPassword),
    /** Each step doubles the time of one hash. 12 takes about a quarter of a second. */
    BCRYPT_COST: z.coerce.number().int().min(4).max(15).default(12),
    /** Number of threads that hash passwords for sign-ins. Registrations have a separate pool with one thread less. */
    HASH_THREADS: z.coerce
      .number()
      .int()
      .min(2)
      .max(64)
      .default(Math.max(2, availableParallelism() - 1)),
    /** A hash that would take longer, queueing included, is rejected. The gateway waits 2.5 s for the whole call. */
    HASH_TIMEOUT_MS: z.coerce.number().int().min(100).default(1_750),
    /** The public address of the gateway. Links in mails start with it, and https makes the cookie `Secure`. */
    PUBLIC_URL: addressSchema.default('http://localhost:8080').transform((url) => new URL(url).origin),
    /** The domain that passkeys belong to, and the origins from which they are used. Default: those of `PUBLIC_URL`. */
    PASSKEY_RP_ID: z.hostname().toLowerCase().optional(),
    PASSKEY_ORIGINS: listSchema,
    /** `smtp://user:password@host:port`. Without it, mails are written to `MAIL_DIR`. */
    SMTP_URL: z
      .string()
      .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
      .optional(),
    MAIL_FROM: z.string().min(1).default('Khmer Learning <no-reply@khmer.local>'),
    MAIL_DIR: z.string().min(1).default('.data/mail'),
    /** The client ids of the learners' apps at Apple and Google. Without one, sign-in with that provider is off. */
    APPLE_CLIENT_IDS: listSchema,
    GOOGLE_CLIENT_IDS: listSchema,
    /** The school's own OpenID Connect provider, for staff. All three or none. */
    OIDC_ISSUER: addressSchema.optional(),
    OIDC_CLIENT_ID: z.string().min(1).optional(),
    OIDC_CLIENT_SECRET: z.string().min(1).optional(),
    /** The domains of addresses that get an account at the first sign-in. */
    OIDC_ALLOWED_DOMAINS: listSchema.transform((list) => list.map((domain) => domain.toLowerCase())),
    /** `group=role` pairs. Without any, everybody with an allowed address becomes a teacher. */
    OIDC_GROUPS: listSchema.pipe(groupRolesSchema),
    /** The claim with the groups of a person. */
    OIDC_GROUPS_CLAIM: z.string().min(1).default('groups'),
    /** What the button of the sign-in page calls the account. */
    OIDC_LABEL: z.string().trim().min(1).max(40).optional(),
    /** `off`: of staff, only ADMIN_EMAIL signs in with a password. */
    STAFF_PASSWORDS: z.enum(['on', 'off']).default('on'),
    /** Where the providers publish their keys (JWKS). */
    APPLE_KEYS_URL: addressSchema.default('https://appleid.apple.com/auth/keys'),
    GOOGLE_KEYS_URL: addressSchema.default('https://www.googleapis.com/oauth2/v3/certs'),
    /** An admin who does nothing in the console for so long signs in again. A session of 12 hours ends in any case. */
    ADMIN_IDLE_MINUTES: z.coerce.number().int().min(5).max(720).default(120),
    /** Days for which an audit record is kept. A change applies to records stored from then on. */
    AUDIT_RETENTION_DAYS: z.coerce.number().int().min(1).max(3_650).default(400),
  })
  .superRefine((config, context) => {
    const report = (path: keyof typeof config, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password, OIDC_ISSUER: issuer } = config;
    const isLocal = config.LOCAL_DEFAULTS === 'true' && password === localAdminPassword;
    const problem = isLocal ? undefined : findPasswordProblem(password, { email, ...firstAdminNames });
    if (problem !== undefined) report('ADMIN_PASSWORD', problem);

    const oidc = [issuer, config.OIDC_CLIENT_ID, config.OIDC_CLIENT_SECRET];
    const given = oidc.filter((value) => value !== undefined).length;
    if (given > 0 && given < 3)
      report('OIDC_ISSUER', 'needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, and they need it');
    if (config.STAFF_PASSWORDS === 'off' && given === 0) report('STAFF_PASSWORDS', 'needs OIDC_ISSUER');

    // Without these settings, an address without https is no mistake: it has no passkeys.
    if (config.PASSKEY_RP_ID !== undefined || config.PASSKEY_ORIGINS.length > 0) {
      const { rpId, origins } = passkeySiteOf(config);
      for (const origin of origins)
        if (!isOriginOf(origin, rpId))
          report('PASSKEY_ORIGINS', `${origin} is not an https origin of ${rpId} or of a domain below it`);
    }
    if (config.NODE_ENV !== 'production') return;
    for (const path of ['OIDC_ISSUER', 'APPLE_KEYS_URL', 'GOOGLE_KEYS_URL'] as const)
      if (URL.parse(config[path] ?? '')?.protocol === 'http:')
        report(path, 'must be an https address in production');
    if (config.BCRYPT_COST < minProductionCost)
      report('BCRYPT_COST', `must be at least ${minProductionCost} in production`);
  });
export type UsersConfig = z.output<typeof usersConfigSchema>;

/** Where passkeys work: their domain (the relying party's id of WebAuthn), and the origins. */
export function passkeySiteOf(
  config: Pick<UsersConfig, 'PUBLIC_URL' | 'PASSKEY_RP_ID' | 'PASSKEY_ORIGINS'>,
): {
  readonly rpId: string;
  readonly origins: readonly string[];
} {
  const { PUBLIC_URL, PASSKEY_RP_ID: rpId = new URL(PUBLIC_URL).hostname, PASSKEY_ORIGINS } = config;
  return { rpId, origins: PASSKEY_ORIGINS.length > 0 ? PASSKEY_ORIGINS : [PUBLIC_URL] };
}
