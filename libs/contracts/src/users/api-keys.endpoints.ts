import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { idParams, isoDate, messageResponse } from '../core/fields.ts';

const service = 'users';

/** `khmer_<at least 128 random bits>_<timestamp base36>`, made in the browser (decisions, API keys). */
export const apiKeyPattern = /^khmer_[A-Za-z0-9_-]{22,128}_[0-9a-z]{6,12}$/;

/** How much of a key its owner is shown to tell keys apart. */
export const apiKeyPrefixLength = 12;

/** A key as the console sees it: never the key itself nor its hash. */
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

/** Active keys of every admin, newest first. */
export const apiKeysList = endpoint({
  id: 'apiKeys.list',
  service,
  method: 'GET',
  path: '/api/api-keys',
  access: 'admin',
  summary: 'Active API keys',
  response: z.array(apiKeySchema),
});

/** Registers a key. The caller's earlier key is revoked: one active key per admin. */
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
