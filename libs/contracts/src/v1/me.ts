import { endpoint } from '../core/endpoint.ts';
import { messageResponse } from '../core/fields.ts';
import { changeLearnerPasswordBody, learnerUserSchema } from '../users/user.ts';
import { v1Envelope } from './content.ts';

/** The learner of the request's token. */
export const v1Me = endpoint({
  id: 'v1.me',
  service: 'users',
  method: 'GET',
  path: '/api/v1/me',
  access: 'learner',
  envelope: 'v1',
  summary: 'The signed-in learner',
  response: v1Envelope(learnerUserSchema),
});

/** Deletes the learner's own account and erases the personal data within 24 hours. Purchases stay without a name. */
export const v1DeleteMe = endpoint({
  id: 'v1.me.delete',
  service: 'users',
  method: 'DELETE',
  path: '/api/v1/me',
  access: 'learner',
  envelope: 'v1',
  summary: 'Delete the learner’s account',
  response: v1Envelope(messageResponse),
});

/**
 * Ends the sign-in of the request's token on every gateway within one second: this token, its refresh token and the
 * tokens got with it. The learner's other sign-ins stay valid.
 */
export const v1Logout = endpoint({
  id: 'v1.logout',
  service: 'users',
  method: 'POST',
  path: '/api/v1/logout',
  access: 'learner',
  envelope: 'v1',
  summary: 'Sign the learner out',
  response: v1Envelope(messageResponse),
});

/** Sets a new password, given the current one, and revokes all of the learner's tokens. */
export const v1ChangePassword = endpoint({
  id: 'v1.me.password',
  service: 'users',
  method: 'PUT',
  path: '/api/v1/me/password',
  access: 'learner',
  envelope: 'v1',
  summary: 'Change the learner’s password',
  body: changeLearnerPasswordBody,
  response: v1Envelope(messageResponse),
});
