import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { messageResponse } from '../core/fields.ts';
import { passkeyAssertionSchema, passkeyBodyLimit } from './passkeys.ts';
import { secondFactorDueSchema } from './second-factor-policy.ts';
import {
  changePasswordBody,
  confirmEmailBody,
  consoleSignInBody,
  forgotPasswordBody,
  idTokenBody,
  languagePreferenceSchema,
  learnerTokensSchema,
  refreshTokenBody,
  registerBody,
  resetPasswordBody,
  sessionUserSchema,
  signedInLearnerSchema,
  signInBody,
  userSchema,
} from './user.ts';

const service = 'users';
const anyone = { service, access: 'public' } as const;
const session = { service, access: 'session' } as const;
/** The answer to a sign-in to the console. */
export const signedInResponse = z.object({ user: sessionUserSchema });

/** Signs in to the console and sets the session cookie. 401 `second_factor_required` when a valid code is missing. */
export const authConsoleLogin = endpoint({
  ...anyone,
  id: 'auth.admin',
  method: 'POST',
  path: '/api/auth/admin',
  summary: 'Sign in to the console',
  body: consoleSignInBody,
  response: signedInResponse,
});

/** A challenge for a passkey of any account. It works once, within five minutes. */
export const authPasskeyBegin = endpoint({
  ...anyone,
  id: 'auth.passkeyBegin',
  method: 'POST',
  path: '/api/auth/passkey/begin',
  summary: 'Begin to use a passkey',
  response: z.object({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.number().int(),
    userVerification: z.literal('required'),
  }),
});

/** Signs in to the console with a passkey alone and sets the session cookie. */
export const authPasskeySignIn = endpoint({
  ...anyone,
  id: 'auth.passkey',
  method: 'POST',
  path: '/api/auth/passkey',
  summary: 'Sign in to the console with a passkey',
  body: passkeyAssertionSchema,
  bodyLimit: passkeyBodyLimit,
  response: signedInResponse,
});

const { language, numerals } = languagePreferenceSchema.shape;

/** The signed-in user; 401 without a session. A users service of an earlier version has no language. */
export const authSession = endpoint({
  ...session,
  id: 'auth.session',
  method: 'GET',
  path: '/api/auth/session',
  withoutSecondFactor: true,
  summary: 'The signed-in user',
  response: signedInResponse.extend({
    language: language.default(null),
    numerals: numerals.default(null),
    secondFactorDue: secondFactorDueSchema.default(null),
  }),
});

export const authLogout = endpoint({
  ...session,
  id: 'auth.logout',
  method: 'POST',
  path: '/api/auth/logout',
  withoutSecondFactor: true,
  summary: 'Sign out of the console',
  response: messageResponse,
});

/**
 * With an admin session: creates an active or inactive account of any role and returns `{user}`. Without one:
 * registers a learner; only the role `student` is allowed, `isActive` is ignored, the response `{message}` is the
 * same for every address, and an email contains the confirmation link.
 */
export const authRegister = endpoint({
  ...anyone,
  id: 'auth.register',
  method: 'POST',
  path: '/api/auth/register',
  summary: 'Create an account',
  body: registerBody,
  response: z.union([z.object({ user: userSchema }), messageResponse]),
  status: 201,
});

/** Creates the account of a learner who registered; no account exists before this call. */
export const authConfirmEmail = endpoint({
  ...anyone,
  id: 'auth.confirmEmail',
  method: 'POST',
  path: '/api/auth/confirm-email',
  summary: 'Confirm an email address with the token from the link',
  body: confirmEmailBody,
  response: messageResponse,
});

/**
 * Signs a learner in. `token` is a Bearer token for `/api/v1`, never a console session. It is valid for an hour;
 * the refresh token gets the next one.
 */
export const authLearnerLogin = endpoint({
  ...anyone,
  id: 'auth.login',
  method: 'POST',
  path: '/api/auth/login',
  summary: 'Sign in as a learner',
  body: signInBody,
  response: signedInLearnerSchema,
});

/**
 * Exchanges a refresh token for a new one and an access token of an hour. Each refresh token works once: the second use
 * ends the sign-in with all of its tokens.
 */
export const authRefreshToken = endpoint({
  ...anyone,
  id: 'auth.refreshToken',
  method: 'POST',
  path: '/api/auth/refresh-token',
  summary: 'Get new tokens with a refresh token',
  body: refreshTokenBody,
  response: learnerTokensSchema,
});

/** Bytes of a body with an ID token. */
const idTokenBodyLimit = 16 * 1024;

/**
 * Signs a learner in with an ID token of Apple, or creates the account. The body may be form-encoded. 404 while the
 * school has not set this up.
 */
export const authAppleLogin = endpoint({
  ...anyone,
  id: 'auth.apple',
  method: 'POST',
  path: '/api/auth/verify-apple-id-token',
  summary: 'Sign in as a learner with Apple',
  body: idTokenBody,
  bodyLimit: idTokenBodyLimit,
  response: signedInLearnerSchema,
});

/** Like {@link authAppleLogin}, with an ID token of Google. */
export const authGoogleLogin = endpoint({
  ...anyone,
  id: 'auth.google',
  method: 'POST',
  path: '/api/auth/verify-google-id-token',
  summary: 'Sign in as a learner with Google',
  body: idTokenBody,
  bodyLimit: idTokenBodyLimit,
  response: signedInLearnerSchema,
});

export const authForgotPassword = endpoint({
  ...anyone,
  id: 'auth.forgotPassword',
  method: 'POST',
  path: '/api/auth/forgot-password',
  summary: 'Request a password reset link',
  body: forgotPasswordBody,
  response: messageResponse,
});

/** `email` is the address of staff who were invited: with it and the password its owner can sign in at once. */
export const authResetPassword = endpoint({
  ...anyone,
  id: 'auth.resetPassword',
  method: 'POST',
  path: '/api/auth/reset-password',
  summary: 'Set a new password with the token from the link',
  body: resetPasswordBody,
  response: messageResponse.extend({ email: z.string().optional() }),
});

export const authChangePassword = endpoint({
  ...session,
  id: 'auth.changePassword',
  method: 'PUT',
  path: '/api/auth/change-password',
  summary: 'Change a password; needs the current one',
  body: changePasswordBody,
  response: messageResponse,
});
