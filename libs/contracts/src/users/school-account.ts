import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { messageResponse } from '../core/fields.ts';
import { signedInResponse } from './auth.endpoints.ts';
import { consoleSignInBody } from './user.ts';

const anyone = { service: 'users', access: 'public' } as const;
/** The provider is asked up to four times, with two seconds each. */
const responseTimeoutMs = 10_000;

/** The answers of the service about the school's own account. */
export const schoolAccountMessages = {
  required: 'Sign in with your school account',
  notSetUp: 'Sign-in with a school account is not set up',
  expired: 'This sign-in has expired. Begin again with your school account.',
  badLogoutToken: 'The logout token is not valid',
  unavailable: 'The sign-in of the school does not answer right now',
  unverified: 'The school account has no verified address',
  domain: 'Addresses of this domain get no account by themselves',
  groups: 'The school account is in no group that may use the console',
} as const;

/**
 * Why a sign-in with the school's account has failed, or `link`: an account with a password has its address, so that is asked for.
 * It comes back to the sign-in page as `?school-account=`.
 */
export const schoolAccountOutcomes = [
  'unavailable',
  'expired',
  'refused',
  'unverified',
  'domain',
  'groups',
  'disabled',
  'learner',
  'link',
] as const;
export const schoolAccountOutcomeSchema = z.enum(schoolAccountOutcomes);
export type SchoolAccountOutcome = z.infer<typeof schoolAccountOutcomeSchema>;

/** The cookie of a sign-in that has been begun, or of an identity that waits for a password. It grants no access. */
export const schoolSignInTokenOptions = {
  issuer: 'khmer-learning',
  audience: 'school-sign-in',
  lifetimeSeconds: 10 * 60,
  cookie: 'school-sign-in',
  secureCookie: '__Host-school-sign-in',
} as const;

/** What the sign-in page offers. */
export const authSignInOptions = endpoint({
  ...anyone,
  id: 'auth.signInOptions',
  method: 'GET',
  path: '/api/auth/sign-in-options',
  summary: 'The ways to sign in to the console',
  response: z.object({
    /** Null while it is not set up; without a label the console has words of its own. */
    schoolAccount: z.object({ label: z.string().nullable() }).nullable(),
    /** The address of the account that waits to be linked, in this browser. */
    linking: z.string().nullable(),
  }),
});
export type SignInOptions = z.infer<typeof authSignInOptions.response>;

/** Leads to the school's provider, or back to the sign-in page with an outcome. */
export const authSchoolAccountStart = endpoint({
  ...anyone,
  id: 'auth.schoolAccount',
  method: 'GET',
  path: '/api/auth/school-account',
  summary: 'Begin to sign in with the school account',
  query: z.object({
    /** Where to go afterwards, on this site. */
    to: z.string().max(2_000).optional(),
    /** The provider asks for its password again, for a recent proof. */
    prove: z.literal('1').optional(),
  }),
  responseTimeoutMs,
  responseType: 'redirect',
  response: z.unknown(),
});

/** Where the provider sends the browser back to: `redirect_uri`. */
export const authSchoolAccountCallback = endpoint({
  ...anyone,
  id: 'auth.schoolAccountCallback',
  method: 'GET',
  path: '/api/auth/school-account/callback',
  summary: 'Finish signing in with the school account',
  responseTimeoutMs,
  responseType: 'redirect',
  response: z.unknown(),
});

/** Links the school's account that has just signed in, with the password of the account here, and signs in. 401 like `authConsoleLogin`. */
export const authSchoolAccountLink = endpoint({
  ...anyone,
  id: 'auth.schoolAccountLink',
  method: 'POST',
  path: '/api/auth/school-account/link',
  summary: 'Link the school account with the own password',
  body: consoleSignInBody.omit({ email: true }),
  response: signedInResponse,
});

/** OpenID Connect Back-Channel Logout 1.0. 400 for a token that is not valid. The body is form-encoded. */
export const authSchoolAccountLogout = endpoint({
  ...anyone,
  id: 'auth.schoolAccountLogout',
  method: 'POST',
  path: '/api/auth/school-account/backchannel-logout',
  summary: 'End the sessions of a school account',
  body: z.object({ logout_token: z.string().min(1).max(8_192) }),
  bodyLimit: 16 * 1024,
  responseTimeoutMs,
  response: messageResponse,
});
