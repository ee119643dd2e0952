import { z } from 'zod';
import { remotesSchema } from '../core/remotes.ts';
import { authSession } from './auth.endpoints.ts';

/** What the gateway writes into a page of the console, so that the page need not ask for it. */
export const pageStateSchema = z.object({
  /** The answer of `auth.session`; null when nobody is signed in. */
  session: authSession.response.nullable(),
  /** The body of `/remotes.json`, for a signed-in user. */
  remotes: remotesSchema.optional(),
});
export type PageState = z.infer<typeof pageStateSchema>;
