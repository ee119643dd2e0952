import { endpoint } from '../core/endpoint.ts';
import { messageResponse } from '../core/fields.ts';
import { changeLearnerPasswordBody, learnerUserSchema } from '../users/user.ts';
import { v1Envelope } from './content.ts';

const learner = { service: 'users', access: 'learner' } as const;

/** The learner of the request's token. */
export const v1Me = endpoint({
  ...learner,
  id: 'v1.me',
  method: 'GET',
  path: '/api/v1/me',
  envelope: 'v1',
  summary: 'The signed-in learner',
  response: v1Envelope(learnerUserSchema),
});

/** Deletes the learner's own account and erases the personal data within 24 hours. Purchases stay without a name. */
export const v1DeleteMe = endpoint({
  ...learner,
  id: 'v1.me.delete',
  method: 'DELETE',
  path: '/api/v1/me',
  envelope: 'v1',
  summary: 'Delete the learner’s account',
  response: v1Envelope(messageResponse),
});

/**
 * Ends the sign-in of the request's token on every gateway within one second: this token, its refresh token and the
 * tokens got with it. The learner's other sign-ins stay valid.
 */
export const v1Logout = endpoint({
  ...learner,
  id: 'v1.logout',
  method: 'POST',
  path: '/api/v1/logout',
  envelope: 'v1',
  summary: 'Sign the learner out',
  response: v1Envelope(messageResponse),
});

/** Sets a new password, given the current one, and revokes all of the learner's tokens. */
export const v1ChangePassword = endpoint({
  ...learner,
  id: 'v1.me.password',
  method: 'PUT',
  path: '/api/v1/me/password',
  envelope: 'v1',
  summary: 'Change the learner’s password',
  body: changeLearnerPasswordBody,
  response: v1Envelope(messageResponse),
});
