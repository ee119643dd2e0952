import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { isoDate, messageResponse } from '../core/fields.ts';
import { proofSchema } from './second-factor.ts';
import { languagePreferenceSchema, updateAccountBody, userSchema } from './user.ts';

const service = 'users';

/** The signed-in user's own account. The password is changed with `authChangePassword`. */
export const accountGet = endpoint({
  id: 'account.get',
  service,
  method: 'GET',
  path: '/api/account',
  access: 'session',
  summary: 'The own account',
  response: userSchema,
});

/** A new email address requires the current password, is told to the former address, and ends all sessions. */
export const accountUpdate = endpoint({
  id: 'account.update',
  service,
  method: 'PUT',
  path: '/api/account',
  access: 'session',
  summary: 'Update the own name and email',
  body: updateAccountBody,
  response: userSchema,
});

/** Not part of the account's version, events and audit records. `auth.session` returns it. */
export const accountLanguageUpdate = endpoint({
  id: 'account.language',
  service,
  method: 'PUT',
  path: '/api/account/language',
  access: 'session',
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
  id: 'account.sessions',
  service,
  method: 'GET',
  path: '/api/account/sessions',
  access: 'session',
  withoutSecondFactor: true,
  summary: 'The own sessions of the console',
  response: z.object({ sessions: z.array(accountSessionSchema) }),
});

/** Ends one of the caller's sessions, or, with `all`, all of them and all sign-ins to learners' apps. 404 for another user's. */
export const accountSignOut = endpoint({
  id: 'account.signOut',
  service,
  method: 'POST',
  path: '/api/account/sign-out',
  access: 'session',
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
  id: 'account.recentItems',
  service,
  method: 'GET',
  path: '/api/account/recent-items',
  access: 'session',
  summary: 'What the own account has edited last',
  response: z.object({ items: z.array(recentItemSchema) }),
});
