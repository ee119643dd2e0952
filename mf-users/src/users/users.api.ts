import { useApiQuery } from '@khmer-learning/console-kit';
import { type ApiClient, ApiError, queryKeys, useApi, useApiMutation } from '@khmer-learning/console-sdk';
import {
  authChangePassword,
  authRegister,
  authSession,
  messages,
  type RequestOf,
  type User,
  usersDelete,
  usersGet,
  usersInvite,
  usersList,
  usersResendInvitation,
  usersSetStatus,
  usersUpdate,
} from '@khmer-learning/contracts';
import { keepPreviousData } from '@tanstack/react-query';
import { message } from '../messages/messages.ts';

export const userKeys = queryKeys('users', ['user']);

type UserFilters = NonNullable<RequestOf<typeof usersList>['query']>;
type NewUser = RequestOf<typeof authRegister>['body'];
type UserPayload = NewUser &
  Pick<RequestOf<typeof usersUpdate>['body'], 'rights'> & { currentPassword: string };
type PasswordChange = RequestOf<typeof authChangePassword>['body'];

export function useUserPage(query: UserFilters) {
  return useApiQuery(usersList, {
    queryKey: userKeys.list(query),
    request: { query },
    placeholderData: keepPreviousData,
  });
}

/** A user as it is now. @param known as it was when its list was read */
export function useUser(known: User): User {
  const { data } = useApiQuery(usersGet, {
    queryKey: userKeys.detail(known.id),
    request: { params: { id: known.id } },
    placeholderData: known,
  });
  return data ?? known;
}

export function useFetchUser() {
  const api = useApi();
  return (id: number) => api.call(usersGet, { params: { id } });
}

/**
 * Creates an account as an admin. Without a session the public endpoint answers 401 or 403, or takes the call for the registration of
 * a stranger, who gets a mail and no account yet. The session is then requested, and the console handles its end.
 */
async function createUser(api: ApiClient, body: NewUser) {
  try {
    const answer = await api.call(authRegister, { body });
    if (!('user' in answer)) throw new NotCreatedError();
    return answer.user;
  } catch (error) {
    const mayBeSignedOut = error instanceof ApiError && [401, 403].includes(error.status);
    if (mayBeSignedOut || error instanceof NotCreatedError) await api.call(authSession);
    throw error;
  }
}

class NotCreatedError extends Error {
  override readonly name = 'NotCreatedError';
}

/** The calls that save a user. `version` is the version that was edited; without it, the update overwrites. */
export function userMutations(api: ApiClient) {
  return {
    create: ({ currentPassword: _, rights: _rights, ...body }: UserPayload) => createUser(api, body),
    update: (id: number, payload: UserPayload, version: number | undefined) => {
      const { firstName, lastName, email, role, rights, currentPassword } = payload;
      const body = {
        firstName,
        lastName,
        email,
        role,
        ...(rights === undefined ? {} : { rights }),
        ...(currentPassword === '' ? {} : { currentPassword }),
      };
      return api.call(usersUpdate, { params: { id }, body }, { version });
    },
  };
}

export function useSetUserStatus() {
  const api = useApi();
  return useApiMutation({
    call: ({ id, isActive }: { id: number; isActive: boolean }) =>
      api.call(usersSetStatus, { params: { id }, body: { isActive } }),
    successMessage: ({ isActive }) =>
      message(isActive ? 'userStatusToggle.activated' : 'userStatusToggle.deactivated'),
    failureMessage: ({ isActive }) =>
      message(isActive ? 'userStatusToggle.activateFailed' : 'userStatusToggle.deactivateFailed'),
    changes: ['user'],
  });
}

export function useInvite({
  onInvited,
  onFailure,
}: {
  onInvited: (user: User) => void;
  onFailure: (error: Error) => void;
}) {
  const api = useApi();
  return useApiMutation({
    call: (body: RequestOf<typeof usersInvite>['body']) => api.call(usersInvite, { body }),
    successMessage: messages.invitation.sent,
    failureMessage: messages.invitation.failed,
    changes: ['user'],
    onSuccess: onInvited,
    onError: (error) => {
      onFailure(error);
      return false;
    },
  });
}

export function useResendInvitation(onResent: (user: User) => void) {
  const api = useApi();
  return useApiMutation({
    call: (id: number) => api.call(usersResendInvitation, { params: { id } }),
    successMessage: messages.invitation.sent,
    failureMessage: messages.invitation.failed,
    changes: ['user'],
    onSuccess: onResent,
  });
}

/** Revokes an invitation: deletes the account, which nobody has used. */
export function useRevokeInvitation() {
  const api = useApi();
  return useApiMutation({
    call: (id: number) => api.call(usersDelete, { params: { id } }),
    successMessage: messages.invitation.revoked,
    failureMessage: messages.invitation.revokeFailed,
    changes: ['user'],
  });
}

interface ChangePasswordOptions {
  onChanged: () => void;
  onFailure: (error: Error) => void;
}

/** Changes a password. No query is invalidated, because no list shows it. */
export function useChangePassword({ onChanged, onFailure }: ChangePasswordOptions) {
  const api = useApi();
  return useApiMutation({
    call: (body: PasswordChange) => api.call(authChangePassword, { body }),
    successMessage: messages.changePassword.success,
    failureMessage: messages.changePassword.failed,
    onSuccess: onChanged,
    onError: (error) => {
      onFailure(error);
      return false;
    },
  });
}
