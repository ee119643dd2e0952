import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import {
  enumFilter,
  idParams,
  listTotalFields,
  messageResponse,
  pagingFields,
  searchFilter,
  sortParam,
} from '../core/fields.ts';
import { roles } from '../core/identity.ts';
import { invitationBody, updateUserBody, userSchema, userStatusBody } from './user.ts';

const service = 'users';
const admin = { service, access: 'admin' } as const;

/** What users can be sorted by; `name` is the first name, then the last name. */
export const userSorts = ['name', 'email', 'role', 'lastLogin'] as const;

export const usersList = endpoint({
  ...admin,
  id: 'users.list',
  method: 'GET',
  path: '/api/users',
  summary: 'Users, newest first',
  query: z.object({
    role: enumFilter(roles),
    /** `invited` for those who have not accepted their invitation; they are inactive. */
    isActive: enumFilter(['true', 'false', 'invited']),
    search: searchFilter,
    sort: sortParam(userSorts),
    ...pagingFields,
  }),
  response: z.object({ users: z.array(userSchema), ...listTotalFields }),
});

export const usersGet = endpoint({
  ...admin,
  id: 'users.get',
  method: 'GET',
  path: '/api/users/:id',
  summary: 'One user',
  params: idParams,
  response: userSchema,
});

/**
 * Creates an account without a password and mails a link with which the person chooses one. Until then the account is
 * inactive, and `invitedUntil` says when the link expires.
 */
export const usersInvite = endpoint({
  ...admin,
  id: 'users.invite',
  method: 'POST',
  path: '/api/users/invitations',
  summary: 'Invite an admin or a teacher',
  body: invitationBody,
  response: userSchema,
  status: 201,
});

/** Mails a new link. The earlier one stops working. 409 when the person has accepted already. */
export const usersResendInvitation = endpoint({
  ...admin,
  id: 'users.resendInvitation',
  method: 'POST',
  path: '/api/users/:id/invitation',
  summary: 'Send an invitation again',
  params: idParams,
  response: userSchema,
});

/** Changes name and email of anybody, the role of staff and the rights of teachers. A new email, role or right ends the sessions of the user. */
export const usersUpdate = endpoint({
  ...admin,
  id: 'users.update',
  method: 'PUT',
  path: '/api/users/:id',
  summary: "Update a user's name, email, role and rights",
  params: idParams,
  body: updateUserBody,
  response: userSchema,
});

/** Activates or deactivates a user. Deactivating ends the user's sessions. */
export const usersSetStatus = endpoint({
  ...admin,
  id: 'users.setStatus',
  method: 'PATCH',
  path: '/api/users/:id/status',
  summary: 'Activate or deactivate a user',
  params: idParams,
  body: userStatusBody,
  response: userSchema,
});

/**
 * Removes the second factor of another user, who has lost it, and ends the sessions. Both get a mail. 404 without one, 409 for the
 * own account.
 */
export const usersResetSecondFactor = endpoint({
  ...admin,
  id: 'users.resetSecondFactor',
  method: 'DELETE',
  path: '/api/users/:id/second-factor',
  recentProof: true,
  summary: "Reset a user's second factor",
  params: idParams,
  response: messageResponse,
});

/** Deletes a user. A learner may delete the own account, which also erases the personal data. */
export const usersDelete = endpoint({
  id: 'users.delete',
  service,
  method: 'DELETE',
  path: '/api/users/:id',
  access: 'adminOrLearner',
  recentProof: true,
  summary: 'Delete a user',
  params: idParams,
  response: messageResponse,
});
