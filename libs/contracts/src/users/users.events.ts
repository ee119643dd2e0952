import { z } from 'zod';
import { eventDefinition } from '../core/event.ts';
import { isoDate } from '../core/fields.ts';
import { userSchema } from './user.ts';

/** A person. `lastLogin` is left out: signing in does not change who they are. */
export const userEvent = eventDefinition({
  service: 'users',
  entity: 'user',
  state: userSchema.omit({ version: true, lastLogin: true }),
});

/**
 * What decides whether a user's session tokens are still good. A token is dead when the user is not
 * active, when its `epoch` claim is below `epoch`, or when its id is among `revoked` (which lists only
 * tokens that have not expired yet, so it stays small).
 */
export const userSessionsEvent = eventDefinition({
  service: 'users',
  entity: 'user-sessions',
  state: z.object({
    userId: z.number().int(),
    active: z.boolean(),
    epoch: z.number().int(),
    revoked: z.array(z.object({ sessionId: z.string(), expiresAt: isoDate })),
  }),
});

/** An API key, by the SHA-256 (hex) of its text; a revoked key is a tombstone. */
export const apiKeyEvent = eventDefinition({
  service: 'users',
  entity: 'api-key',
  state: z.object({
    id: z.number().int(),
    userId: z.number().int(),
    keyHash: z.string(),
    createdAt: isoDate,
  }),
});
