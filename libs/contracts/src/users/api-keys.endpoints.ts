import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { idParams, isoDate, messageResponse } from '../core/fields.ts';

const service = 'users';

/** `khmer_<at least 128 random bits>_<timestamp base36>`, generated in the browser (decisions, API keys). */
export const apiKeyPattern = /^khmer_[A-Za-z0-9_-]{22,128}_[0-9a-z]{6,12}$/;

/** Number of leading characters shown to identify a key. */
export const apiKeyPrefixLength = 12;

/** An API key in the console, without the key itself and its hash. */
export const apiKeySchema = z.object({
  id: z.number().int(),
  userId: z.number().int(),
  /** The admin's first and last name. */
  userName: z.string(),
  prefix: z.string(),
  createdAt: isoDate,
  lastUsedAt: isoDate.nullable(),
});
export type ApiKey = z.infer<typeof apiKeySchema>;

/** Active keys of all admins, newest first. */
export const apiKeysList = endpoint({
  id: 'apiKeys.list',
  service,
  method: 'GET',
  path: '/api/api-keys',
  access: 'admin',
  summary: 'Active API keys',
  response: z.array(apiKeySchema),
});

/** Registers a key and revokes the caller's previous one: one active key per admin. */
export const apiKeysCreate = endpoint({
  id: 'apiKeys.create',
  service,
  method: 'POST',
  path: '/api/api-keys',
  access: 'admin',
  summary: 'Register an API key',
  body: z.object({
    key: z.string({ error: 'API key is required' }).regex(apiKeyPattern, 'This is not a valid API key'),
  }),
  response: apiKeySchema,
  status: 201,
});

export const apiKeysRevoke = endpoint({
  id: 'apiKeys.revoke',
  service,
  method: 'DELETE',
  path: '/api/api-keys/:id',
  access: 'admin',
  summary: 'Revoke an API key',
  params: idParams,
  response: messageResponse,
});
