import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { isoDate, messageResponse } from '../core/fields.ts';
import { proofSchema } from './second-factor.ts';
import { languagePreferenceSchema, updateAccountBody, userSchema } from './user.ts';

const session = { service: 'users', access: 'session' } as const;

/** The signed-in user's own account. The password is changed with `authChangePassword`. */
export const accountGet = endpoint({
  ...session,
  id: 'account.get',
  method: 'GET',
  path: '/api/account',
  summary: 'The own account',
  response: userSchema,
});

/** A new email address requires the current password, is told to the former address, and ends all sessions. */
export const accountUpdate = endpoint({
  ...session,
  id: 'account.update',
  method: 'PUT',
  path: '/api/account',
  summary: 'Update the own name and email',
  body: updateAccountBody,
  response: userSchema,
});

/** Not part of the account's version, events and audit records. `auth.session` returns it. */
export const accountLanguageUpdate = endpoint({
  ...session,
  id: 'account.language',
  method: 'PUT',
  path: '/api/account/language',
  withoutSecondFactor: true,
  summary: 'Set the own language and numerals',
  body: languagePreferenceSchema,
  response: languagePreferenceSchema,
});

/** Most sessions that are listed. */
export const maxListedSessions = 100;

const accountSessionSchema = z.object({
  id: z.string(),
  /** The browser's `User-Agent`; empty when it sent none. */
  userAgent: z.string(),
  createdAt: isoDate,
  /** When the session last loaded the console, to the minute. */
  lastUsedAt: isoDate,
  /** How the sign-in was proved; absent for those of an earlier release. */
  proof: proofSchema.optional(),
  /** The session of this call. */
  isCurrent: z.boolean(),
});
/** A session of the console. */
export type AccountSession = z.infer<typeof accountSessionSchema>;

/** The newest sessions first, at most `maxListedSessions`. */
export const accountSessionsList = endpoint({
  ...session,
  id: 'account.sessions',
  method: 'GET',
  path: '/api/account/sessions',
  withoutSecondFactor: true,
  summary: 'The own sessions of the console',
  response: z.object({ sessions: z.array(accountSessionSchema) }),
});

/** Ends one of the caller's sessions, or, with `all`, all of them and all sign-ins to learners' apps. 404 for another user's. */
export const accountSignOut = endpoint({
  ...session,
  id: 'account.signOut',
  method: 'POST',
  path: '/api/account/sign-out',
  withoutSecondFactor: true,
  summary: 'End one or all of the own sessions',
  body: z.object({ session: z.string().min(1).max(64) }),
  response: messageResponse,
});

/** What `accountRecentItems` reads and returns at most. */
export const recentItemLimits = { examined: 300, items: 10 } as const;

const recentItemSchema = z.object({
  /** As in events, such as `lesson`. */
  entity: z.string(),
  id: z.number().int(),
  title: z.string(),
  at: isoDate,
});
/** Something that a user has edited. */
export type RecentItem = z.infer<typeof recentItemSchema>;

/** The content that the signed-in user has edited last and that was not deleted by the user since, from the audit log. */
export const accountRecentItems = endpoint({
  ...session,
  id: 'account.recentItems',
  method: 'GET',
  path: '/api/account/recent-items',
  summary: 'What the own account has edited last',
  response: z.object({ items: z.array(recentItemSchema) }),
});
