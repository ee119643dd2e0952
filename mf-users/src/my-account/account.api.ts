import { queryKeys, useApi, useApiMutation } from '@khmer-learning/console-sdk';
import { accountGet, accountSessionsList, accountSignOut, messages } from '@khmer-learning/contracts';
import { useQuery } from '@tanstack/react-query';

const accountKeys = queryKeys('account', ['user']);
const sessionKeys = queryKeys('account-sessions', []);

/** The signed-in user's account. */
export function useAccount() {
  const api = useApi();
  return useQuery({
    queryKey: accountKeys.all,
    queryFn: ({ signal }) => api.call(accountGet, undefined, { signal }),
  });
}

/** The sessions of the signed-in user. */
export function useAccountSessions() {
  const api = useApi();
  return useQuery({
    queryKey: sessionKeys.all,
    queryFn: ({ signal }) => api.call(accountSessionsList, undefined, { signal }),
  });
}

/** Ends the session with this id, or `all`. @param onSignedOut called with what was ended */
export function useSignOutSession(onSignedOut: (session: string) => void) {
  const api = useApi();
  return useApiMutation({
    call: (session: string) => api.call(accountSignOut, { body: { session } }),
    successMessage: ({ message }) => message,
    failureMessage: messages.account.signOutFailed,
    invalidates: [sessionKeys.all],
    onSuccess: (_answer, session) => onSignedOut(session),
  });
}
