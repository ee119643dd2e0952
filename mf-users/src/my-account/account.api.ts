import { useApiQuery } from '@khmer-learning/console-kit';
import { queryKeys, useApi, useApiMutation } from '@khmer-learning/console-sdk';
import { accountGet, accountSessionsList, accountSignOut, messages } from '@khmer-learning/contracts';

const accountKeys = queryKeys('account', ['user']);
const sessionKeys = queryKeys('account-sessions', []);

export function useAccount() {
  return useApiQuery(accountGet, { queryKey: accountKeys.all });
}

export function useAccountSessions() {
  return useApiQuery(accountSessionsList, { queryKey: sessionKeys.all });
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
