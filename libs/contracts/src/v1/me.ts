import { endpoint } from '../core/endpoint.ts';
import { sessionUserSchema } from '../users/user.ts';
import { v1Envelope } from './content.ts';

/** The learner whose token the request carries. */
export const v1Me = endpoint({
  id: 'v1.me',
  service: 'users',
  method: 'GET',
  path: '/api/v1/me',
  access: 'learner',
  envelope: 'v1',
  summary: 'The signed-in learner',
  response: v1Envelope(sessionUserSchema),
});
