import { z } from 'zod';
import { eventDefinition } from '../core/event.ts';
import { isoDate } from '../core/fields.ts';
import { apiKeyScopes } from '../core/identity.ts';
import { defaultApiKeySettings } from './api-keys.endpoints.ts';
import { userSchema } from './user.ts';

/**
 * Changes of a user. `lastLogin`, `invitedUntil` and `hasSecondFactor` are omitted: signing in, being invited again or setting up codes
 * is no change of the user.
 */
export const userEvent = eventDefinition({
  service: 'users',
  entity: 'user',
  state: userSchema.omit({ version: true, lastLogin: true, invitedUntil: true, hasSecondFactor: true }),
});

/**
 * Validity of a user's session tokens. A token is invalid when the user is inactive, when its `epoch` claim is below
 * `epoch`, or when its id is in `revoked`, which contains only unexpired tokens and therefore stays small.
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

/** What the gateway allows a key. The defaults apply to keys and events from before there were settings. */
export const apiKeyRightsSchema = z.object({
  scopes: z.array(z.enum(apiKeyScopes)).default(defaultApiKeySettings.scopes),
  quotaPerMinute: z.number().int().nullable().default(null),
  origins: z.array(z.string()).default([]),
  expiresAt: isoDate.nullable().default(null),
});
export type ApiKeyRights = z.output<typeof apiKeyRightsSchema>;

/** An API key, identified by the SHA-256 (hex) of its text; a revoked key is a tombstone. */
export const apiKeyEvent = eventDefinition({
  service: 'users',
  entity: 'api-key',
  state: apiKeyRightsSchema.extend({
    id: z.number().int(),
    userId: z.number().int(),
    keyHash: z.string(),
    name: z.string().nullable().default(null),
    createdAt: isoDate,
  }),
});

/**
 * What a learner has done, as far as statistics need it: the days on which the learner was active, in `TIME_ZONE`, for
 * the last 732 days, the latest 500 first answers to questions (64 KiB), and at most 2,000 lessons.
 */
export const learnerProgressEvent = eventDefinition({
  service: 'users',
  entity: 'learner-progress',
  state: z.object({
    userId: z.number().int(),
    days: z.array(
      z.object({
        /** `2026-05-04` */
        day: z.string(),
        lessonsFinished: z.number().int(),
        answers: z.number().int(),
        /** Absent without any, and in events of before analytics. */
        lessonsOpened: z.number().int().optional(),
      }),
    ),
    /** The day of the first progress. Absent in events of before analytics, as are `lessons`. */
    firstDay: z.string().optional(),
    lessons: z.array(z.object({ lessonId: z.number().int(), isFinished: z.boolean() })).optional(),
    firstAnswers: z.array(
      z.object({
        quizId: z.number().int(),
        questionId: z.number().int(),
        answer: z.string(),
        at: isoDate,
      }),
    ),
  }),
});
