import { type ApiClient, userMessageOf } from '@khmer-learning/console-sdk';
import { authSession, type SessionUser } from '@khmer-learning/contracts';
import { useCallback, useEffect, useState } from 'react';
import { clearStoredUser, storeUser } from './stored-user.ts';

export type SessionState =
  | { readonly status: 'loading' }
  | { readonly status: 'signedOut' }
  | { readonly status: 'signedIn'; readonly user: SessionUser }
  | { readonly status: 'failed'; readonly message: string };

async function fetchSession(api: ApiClient): Promise<SessionState> {
  try {
    const session = await api.callOrNull(authSession);
    if (session === null) {
      clearStoredUser();
      return { status: 'signedOut' };
    }
    storeUser(session.user);
    return { status: 'signedIn', user: session.user };
  } catch (error) {
    return {
      status: 'failed',
      message: userMessageOf(error, 'The server could not check whether you are signed in.'),
    };
  }
}

/** The session, with two ways to refetch it: `retry` shows the loading state again, `refresh` keeps the page. */
interface SessionQuery {
  readonly session: SessionState;
  readonly retry: () => void;
  readonly refresh: () => Promise<void>;
}

/** Fetches the session once. The cookie decides who is signed in; the stored user is updated to match. */
export function useSessionState(api: ApiClient): SessionQuery {
  const [session, setSession] = useState<SessionState>({ status: 'loading' });

  const loadSession = useCallback(() => {
    let isCurrent = true;
    setSession({ status: 'loading' });
    void fetchSession(api).then((state) => isCurrent && setSession(state));
    return () => {
      isCurrent = false;
    };
  }, [api]);
  useEffect(loadSession, [loadSession]);

  const refresh = useCallback(async () => {
    const state = await fetchSession(api);
    if (state.status !== 'signedIn') return;
    // Other results are ignored, as the next API call reports them. The page keeps its user.
    setSession((last) => (last.status === 'signedIn' && last.user.id !== state.user.id ? last : state));
  }, [api]);

  return { session, retry: loadSession, refresh };
}
