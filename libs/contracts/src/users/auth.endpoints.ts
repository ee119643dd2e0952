import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { messageResponse } from '../core/fields.ts';
import {
  changePasswordBody,
  confirmEmailBody,
  forgotPasswordBody,
  registerBody,
  resetPasswordBody,
  sessionUserSchema,
  signInBody,
  userSchema,
} from './user.ts';

const service = 'users';
const signedInResponse = z.object({ user: sessionUserSchema });

/** Signs in to the console and sets the session cookie (decisions, Sessions and passwords). */
export const authConsoleLogin = endpoint({
  id: 'auth.admin',
  service,
  method: 'POST',
  path: '/api/auth/admin',
  access: 'public',
  summary: 'Sign in to the console',
  body: signInBody,
  response: signedInResponse,
});

/** Who is signed in. 401 when nobody is. */
export const authSession = endpoint({
  id: 'auth.session',
  service,
  method: 'GET',
  path: '/api/auth/session',
  access: 'session',
  summary: 'The signed-in person',
  response: signedInResponse,
});

export const authLogout = endpoint({
  id: 'auth.logout',
  service,
  method: 'POST',
  path: '/api/auth/logout',
  access: 'session',
  summary: 'End this session',
  response: messageResponse,
});

/**
 * Creates an account of any role with an admin's session, and answers `{user}`. Without one it asks for a learner's
 * account: `student` alone, active whatever is sent. The answer is `{message}`, the same for every address, and a
 * mail has the link to confirm it.
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

/** Makes the account of a learner who registered: nobody has one before. */
export const authConfirmEmail = endpoint({
  id: 'auth.confirmEmail',
  service,
  method: 'POST',
  path: '/api/auth/confirm-email',
  access: 'public',
  summary: 'Confirm an e-mail address with the token of a link',
  body: confirmEmailBody,
  response: messageResponse,
});

/** Signs a learner in: the token is a Bearer token for `/api/v1`, never a console session. */
export const authLearnerLogin = endpoint({
  id: 'auth.login',
  service,
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  summary: 'Sign in as a learner',
  body: signInBody,
  response: z.object({ user: sessionUserSchema, token: z.string() }),
});

export const authForgotPassword = endpoint({
  id: 'auth.forgotPassword',
  service,
  method: 'POST',
  path: '/api/auth/forgot-password',
  access: 'public',
  summary: 'Ask for a link to set a new password',
  body: forgotPasswordBody,
  response: messageResponse,
});

export const authResetPassword = endpoint({
  id: 'auth.resetPassword',
  service,
  method: 'POST',
  path: '/api/auth/reset-password',
  access: 'public',
  summary: 'Set a new password with the token of a link',
  body: resetPasswordBody,
  response: messageResponse,
});

export const authChangePassword = endpoint({
  id: 'auth.changePassword',
  service,
  method: 'PUT',
  path: '/api/auth/change-password',
  access: 'session',
  summary: 'Change a password, knowing the current one',
  body: changePasswordBody,
  response: messageResponse,
});
