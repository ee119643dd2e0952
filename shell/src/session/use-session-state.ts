import { type ApiClient, userMessageOf } from '@khmer-learning/console-sdk';
import { authSession, type SessionUser } from '@khmer-learning/contracts';
import { useCallback, useEffect, useState } from 'react';
import { clearStoredUser, storeUser } from './stored-user.ts';

export type SessionState =
  | { readonly status: 'loading' }
  | { readonly status: 'signedOut' }
  | { readonly status: 'signedIn'; readonly user: SessionUser }
  | { readonly status: 'failed'; readonly message: string };

async function readSession(api: ApiClient): Promise<SessionState> {
  try {
    const session = await api.callOrNull(authSession);
    if (session === null) {
      clearStoredUser();
      return { status: 'signedOut' };
    }
    storeUser(session.user);
    return { status: 'signedIn', user: session.user };
  } catch (error) {
    return { status: 'failed', message: userMessageOf(error, 'The server could not say who is signed in.') };
  }
}

/** Who is signed in, and how to ask again: from the start, or without taking away what is in sight. */
interface AskedSession {
  readonly session: SessionState;
  readonly retry: () => void;
  readonly refresh: () => Promise<void>;
}

/** Asks the server once who is signed in: the cookie is the truth, what the browser remembers follows it. */
export function useSessionState(api: ApiClient): AskedSession {
  const [session, setSession] = useState<SessionState>({ status: 'loading' });

  const ask = useCallback(() => {
    let wanted = true;
    setSession({ status: 'loading' });
    void readSession(api).then((state) => wanted && setSession(state));
    return () => {
      wanted = false;
    };
  }, [api]);
  useEffect(ask, [ask]);

  const refresh = useCallback(async () => {
    const state = await readSession(api);
    if (state.status !== 'signedIn') return;
    // Whatever else has happened, the next call will say so; this page stays whose it is.
    setSession((last) => (last.status === 'signedIn' && last.user.id !== state.user.id ? last : state));
  }, [api]);

  return { session, retry: ask, refresh };
}
