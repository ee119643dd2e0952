import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { isoDate } from '../core/fields.ts';
import { apiKeyRightsSchema } from './users.events.ts';

const internal = { service: 'users', access: 'internal' } as const;

/** Used by the gateway while its revocation feed is not live, and of roles that must have a second factor. */
export const sessionsCheck = endpoint({
  ...internal,
  id: 'internal.sessionsCheck',
  method: 'POST',
  path: '/internal/sessions/check',
  summary: 'Check whether a session is still valid',
  body: z.object({ userId: z.number().int(), sessionId: z.string(), epoch: z.number().int() }),
  response: z.object({
    valid: z.boolean(),
    /** Its user must have a second factor and has none. A users service of an earlier version does not say so. */
    secondFactorMissing: z.boolean().default(false),
  }),
});

/** Used by the gateway for an unknown key, or while its feed is not live. */
export const apiKeysCheck = endpoint({
  ...internal,
  id: 'internal.apiKeysCheck',
  method: 'POST',
  path: '/internal/api-keys/check',
  summary: 'Find the active API key with this SHA-256 hash',
  body: z.object({ keyHash: z.string().length(64) }),
  response: z.object({ id: z.number().int().nullable(), rights: apiKeyRightsSchema.prefault({}) }),
});

/**
 * Used by the gateway to report periodically how keys were used since its last report. `at` is the time of the last
 * call. A report whose answer is lost is sent again, so a call may count twice.
 */
export const apiKeysRecordUsage = endpoint({
  ...internal,
  id: 'internal.apiKeysUsed',
  method: 'POST',
  path: '/internal/api-keys/used',
  summary: 'Record how API keys were used',
  body: z.object({
    used: z
      .array(
        z.object({
          id: z.number().int(),
          at: isoDate,
          // A gateway of an earlier version does not send the numbers.
          calls: z.number().int().min(0).default(0),
          errors: z.number().int().min(0).default(0),
          refused: z.number().int().min(0).default(0),
        }),
      )
      .max(1000),
  }),
  response: z.object({ recorded: z.number().int() }),
});

/** Used by the gateway to show who has an item open. */
export const staffNameGet = endpoint({
  ...internal,
  id: 'internal.staffName',
  method: 'POST',
  path: '/internal/users/name',
  summary: 'The name of a user of the console',
  body: z.object({ userId: z.number().int() }),
  response: z.object({ name: z.string() }),
});
