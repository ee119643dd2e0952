import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { idParams, integerParam, isoDate, messageResponse, requiredText } from '../core/fields.ts';
import { apiKeyScopes } from '../core/identity.ts';

const admin = { service: 'users', access: 'admin' } as const;

/** `khmer_<at least 128 random bits>_<timestamp base36>`, generated in the browser. */
export const apiKeyPattern = /^khmer_[A-Za-z0-9_-]{22,128}_[0-9a-z]{6,12}$/;

/** Number of leading characters shown to identify a key. */
export const apiKeyPrefixLength = 12;

export const apiKeyLimits = {
  /** Active keys of one admin. */
  perAdmin: 50,
  name: 100,
  origins: 20,
  quotaPerMinute: 1_000_000,
  /** Days for which the use of a key is shown; it is stored for at least as long. */
  usageDays: 90,
} as const;

/** Whether a text is a web origin as browsers send it: `https://app.example`, without a path or a final slash. */
function isWebOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text;
}

/** The settings of a key that an admin chooses. */
export const apiKeySettingsSchema = z.object({
  name: requiredText('Name is required', apiKeyLimits.name),
  scopes: z
    .array(z.enum(apiKeyScopes))
    .min(1, 'Choose at least one scope')
    .max(apiKeyScopes.length)
    .transform((scopes) => apiKeyScopes.filter((scope) => scopes.includes(scope))),
  /** Calls per minute; null for the default of the installation. */
  quotaPerMinute: z
    .number('Quota must be a whole number')
    .int('Quota must be a whole number')
    .min(1, 'Quota must be at least 1')
    .max(apiKeyLimits.quotaPerMinute, 'Quota must be at most 1,000,000')
    .nullable(),
  /** Web origins whose pages may send a POST with this key. */
  origins: z
    .array(z.string().max(300).refine(isWebOrigin, 'Must be an origin such as https://app.example'))
    .max(apiKeyLimits.origins, `At most ${apiKeyLimits.origins} origins are allowed`),
  /** The key stops working at this time; null for never. */
  expiresAt: z.iso.datetime('Expiry must be an ISO 8601 date and time').nullable(),
});
export type ApiKeySettings = z.output<typeof apiKeySettingsSchema>;

/** The settings of a key for which none were chosen, as of all keys from before there were settings. */
export const defaultApiKeySettings = {
  scopes: [...apiKeyScopes],
  quotaPerMinute: null,
  origins: [],
  expiresAt: null,
} satisfies Omit<ApiKeySettings, 'name'>;

/** An API key in the console, without the key itself and its hash. */
export const apiKeySchema = z.object({
  id: z.number().int(),
  userId: z.number().int(),
  /** The admin's first and last name. */
  userName: z.string(),
  prefix: z.string(),
  /** null for a key that was registered without a name. */
  name: z.string().nullable(),
  scopes: z.array(z.enum(apiKeyScopes)),
  quotaPerMinute: z.number().int().nullable(),
  origins: z.array(z.string()),
  expiresAt: isoDate.nullable(),
  createdAt: isoDate,
  lastUsedAt: isoDate.nullable(),
});
export type ApiKey = z.infer<typeof apiKeySchema>;

/** The keys of all admins that are not revoked, newest first; an expired key is among them. */
export const apiKeysList = endpoint({
  ...admin,
  id: 'apiKeys.list',
  method: 'GET',
  path: '/api/api-keys',
  summary: 'Active API keys',
  response: z.array(apiKeySchema),
});

/**
 * Registers a key of the caller. `replaces` is the id of the caller's key that is revoked with it; settings that are
 * not given are taken over from that key. Without `replaces` and `name`, the caller's key without a name is replaced.
 */
export const apiKeysCreate = endpoint({
  ...admin,
  id: 'apiKeys.create',
  method: 'POST',
  path: '/api/api-keys',
  recentProof: true,
  summary: 'Register an API key',
  body: apiKeySettingsSchema.partial().extend({
    key: z.string({ error: 'API key is required' }).regex(apiKeyPattern, 'This is not a valid API key'),
    replaces: z.number().int().optional(),
  }),
  response: apiKeySchema,
  status: 201,
});

/** Changes settings of a key of any admin. Every gateway applies them within a second. */
export const apiKeysUpdate = endpoint({
  ...admin,
  id: 'apiKeys.update',
  method: 'PATCH',
  path: '/api/api-keys/:id',
  recentProof: true,
  summary: 'Change the settings of an API key',
  params: idParams,
  body: apiKeySettingsSchema.partial(),
  response: apiKeySchema,
});

export const apiKeysRevoke = endpoint({
  ...admin,
  id: 'apiKeys.revoke',
  method: 'DELETE',
  path: '/api/api-keys/:id',
  summary: 'Revoke an API key',
  params: idParams,
  response: messageResponse,
});

/** The use of a key on one day in `TIME_ZONE`. */
export const apiKeyDaySchema = z.object({
  /** `2026-05-04` */
  day: z.string(),
  /** All calls with the key, including `errors` and `refused`. */
  calls: z.number().int(),
  /** Calls whose answer had a status of 400 or more, without `refused`. */
  errors: z.number().int(),
  /** Calls beyond a limit: status 429. */
  refused: z.number().int(),
});
export type ApiKeyDay = z.infer<typeof apiKeyDaySchema>;

/** The use of a key per day, the earliest day first, today last. Days without a call are included. */
export const apiKeysUsage = endpoint({
  ...admin,
  id: 'apiKeys.usage',
  method: 'GET',
  path: '/api/api-keys/:id/usage',
  summary: 'Use of an API key per day',
  params: idParams,
  query: z.object({
    days: integerParam(
      z
        .number('days must be a number')
        .int('days must be a whole number')
        .min(1, `days must be between 1 and ${apiKeyLimits.usageDays}`)
        .max(apiKeyLimits.usageDays, `days must be between 1 and ${apiKeyLimits.usageDays}`),
    ).optional(),
  }),
  response: z.array(apiKeyDaySchema),
});
