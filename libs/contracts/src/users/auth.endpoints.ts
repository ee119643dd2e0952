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
/** The answer to a sign-in to the console. */
export const signedInResponse = z.object({ user: sessionUserSchema });

/** Signs in to the console and sets the session cookie. 401 `second_factor_required` when a valid code is missing. */
export const authConsoleLogin = endpoint({
  id: 'auth.admin',
  service,
  method: 'POST',
  path: '/api/auth/admin',
  access: 'public',
  summary: 'Sign in to the console',
  body: consoleSignInBody,
  response: signedInResponse,
});

/** A challenge for a passkey of any account. It works once, within five minutes. */
export const authPasskeyBegin = endpoint({
  id: 'auth.passkeyBegin',
  service,
  method: 'POST',
  path: '/api/auth/passkey/begin',
  access: 'public',
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
  id: 'auth.passkey',
  service,
  method: 'POST',
  path: '/api/auth/passkey',
  access: 'public',
  summary: 'Sign in to the console with a passkey',
  body: passkeyAssertionSchema,
  bodyLimit: passkeyBodyLimit,
  response: signedInResponse,
});

const { language, numerals } = languagePreferenceSchema.shape;

/** The signed-in user; 401 without a session. A users service of an earlier version has no language. */
export const authSession = endpoint({
  id: 'auth.session',
  service,
  method: 'GET',
  path: '/api/auth/session',
  access: 'session',
  withoutSecondFactor: true,
  summary: 'The signed-in user',
  response: signedInResponse.extend({
    language: language.default(null),
    numerals: numerals.default(null),
    secondFactorDue: secondFactorDueSchema.default(null),
  }),
});

export const authLogout = endpoint({
  id: 'auth.logout',
  service,
  method: 'POST',
  path: '/api/auth/logout',
  access: 'session',
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
  id: 'auth.register',
  service,
  method: 'POST',
  path: '/api/auth/register',
  access: 'public',
  summary: 'Create an account',
  body: registerBody,
  response: z.union([z.object({ user: userSchema }), messageResponse]),
  status: 201,
});

/** Creates the account of a learner who registered; no account exists before this call. */
export const authConfirmEmail = endpoint({
  id: 'auth.confirmEmail',
  service,
  method: 'POST',
  path: '/api/auth/confirm-email',
  access: 'public',
  summary: 'Confirm an email address with the token from the link',
  body: confirmEmailBody,
  response: messageResponse,
});

/**
 * Signs a learner in. `token` is a Bearer token for `/api/v1`, never a console session. It is valid for an hour;
 * the refresh token gets the next one.
 */
export const authLearnerLogin = endpoint({
  id: 'auth.login',
  service,
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  summary: 'Sign in as a learner',
  body: signInBody,
  response: signedInLearnerSchema,
});

/**
 * Exchanges a refresh token for a new one and an access token of an hour. Each refresh token works once: the second use
 * ends the sign-in with all of its tokens.
 */
export const authRefreshToken = endpoint({
  id: 'auth.refreshToken',
  service,
  method: 'POST',
  path: '/api/auth/refresh-token',
  access: 'public',
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
  id: 'auth.apple',
  service,
  method: 'POST',
  path: '/api/auth/verify-apple-id-token',
  access: 'public',
  summary: 'Sign in as a learner with Apple',
  body: idTokenBody,
  bodyLimit: idTokenBodyLimit,
  response: signedInLearnerSchema,
});

/** Like {@link authAppleLogin}, with an ID token of Google. */
export const authGoogleLogin = endpoint({
  id: 'auth.google',
  service,
  method: 'POST',
  path: '/api/auth/verify-google-id-token',
  access: 'public',
  summary: 'Sign in as a learner with Google',
  body: idTokenBody,
  bodyLimit: idTokenBodyLimit,
  response: signedInLearnerSchema,
});

export const authForgotPassword = endpoint({
  id: 'auth.forgotPassword',
  service,
  method: 'POST',
  path: '/api/auth/forgot-password',
  access: 'public',
  summary: 'Request a password reset link',
  body: forgotPasswordBody,
  response: messageResponse,
});

/** `email` is the address of staff who were invited: with it and the password its owner can sign in at once. */
export const authResetPassword = endpoint({
  id: 'auth.resetPassword',
  service,
  method: 'POST',
  path: '/api/auth/reset-password',
  access: 'public',
  summary: 'Set a new password with the token from the link',
  body: resetPasswordBody,
  response: messageResponse.extend({ email: z.string().optional() }),
});

export const authChangePassword = endpoint({
  id: 'auth.changePassword',
  service,
  method: 'PUT',
  path: '/api/auth/change-password',
  access: 'session',
  summary: 'Change a password; needs the current one',
  body: changePasswordBody,
  response: messageResponse,
});
