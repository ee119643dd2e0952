import type { ApiClient } from '@khmer-learning/console-sdk';
import {
  accountLanguageUpdate,
  authSession,
  type LanguagePreference,
  type ResponseOf,
  type SecondFactorDue,
  type SessionUser,
} from '@khmer-learning/contracts';
import { startLanguage, useLanguage } from '@khmer-learning/ui-kit';
import { useCallback, useEffect, useRef, useState } from 'react';
import { readPageState } from '../page/page-state.ts';
import { clearStoredUser, storeUser } from './stored-user.ts';

export type SessionState =
  | { readonly status: 'loading' }
  | { readonly status: 'signedOut' }
  | { readonly status: 'signedIn'; readonly user: SessionUser; readonly secondFactorDue: SecondFactorDue }
  | { readonly status: 'failed'; readonly error: unknown };

type Session = ResponseOf<typeof authSession>;

function toSessionState(session: Session | null): SessionState {
  if (session === null) return { status: 'signedOut' };
  const { user, secondFactorDue } = session;
  // A users service of an earlier release does not say so.
  return { status: 'signedIn', user, secondFactorDue: secondFactorDue ?? null };
}

function storeSession(state: SessionState): void {
  if (state.status === 'signedIn') storeUser(state.user);
  else if (state.status === 'signedOut') clearStoredUser();
}

/** @param start is called with the session before it is returned */
async function fetchSession(
  api: ApiClient,
  start?: (session: Session | null) => Promise<void>,
): Promise<SessionState> {
  try {
    const session = await api.callOrNull(authSession);
    await start?.(session);
    const state = toSessionState(session);
    storeSession(state);
    return state;
  } catch (error) {
    return { status: 'failed', error };
  }
}

/** A page that is used continues its session so often. */
const continuationMs = 5 * 60_000;

/** Continues the session while somebody types or clicks: what a page does by itself is no use. @returns ends that */
function keepSession(api: ApiClient): () => void {
  // Opening the page has continued it.
  let continuedAt = Date.now();
  const onUse = () => {
    if (Date.now() - continuedAt < continuationMs) return;
    continuedAt = Date.now();
    void api.call(authSession).catch(() => undefined);
  };
  const events = ['pointerdown', 'keydown'] as const;
  for (const event of events) window.addEventListener(event, onUse, { capture: true, passive: true });
  return () => {
    for (const event of events) window.removeEventListener(event, onUse, { capture: true });
  };
}

/** The session of the cookie, from the page or fetched; the stored user follows it. `retry` shows the loading state, `refresh` does not. */
export function useSessionState(api: ApiClient) {
  const [initial] = useState<SessionState>(() => {
    const state = readPageState();
    return state === undefined ? { status: 'loading' } : toSessionState(state.session);
  });
  const [session, setSession] = useState(initial);

  const loadSession = useCallback(() => {
    let isCurrent = true;
    setSession({ status: 'loading' });
    void fetchSession(api, startLanguage).then((state) => isCurrent && setSession(state));
    return () => {
      isCurrent = false;
    };
  }, [api]);
  useEffect(() => {
    if (initial.status === 'loading') return loadSession();
    storeSession(initial);
    return undefined;
  }, [initial, loadSession]);

  const refresh = useCallback(async () => {
    const state = await fetchSession(api);
    if (state.status !== 'signedIn') return;
    // Other results are ignored, as the next API call reports them. The page keeps its user.
    setSession((last) => (last.status === 'signedIn' && last.user.id !== state.user.id ? last : state));
  }, [api]);

  const isSignedIn = session.status === 'signedIn';
  useSavedLanguage(api, isSignedIn);
  useEffect(() => (isSignedIn ? keepSession(api) : undefined), [api, isSignedIn]);

  return { session, retry: loadSession, refresh };
}

/** Saves each change of language or numerals to the account. A failure is not shown: the next change saves both. */
function useSavedLanguage(api: ApiClient, isSignedIn: boolean): void {
  const { language, numerals } = useLanguage();
  const shown = useRef<LanguagePreference | null>(null);
  const saving = useRef<Promise<unknown>>(Promise.resolve());
  useEffect(() => {
    const last = shown.current;
    const body = isSignedIn ? { language, numerals } : null;
    shown.current = body;
    if (body === null || last === null) return;
    if (last.language === language && last.numerals === numerals) return;
    // One after the other, so that the last choice is the one that stays.
    saving.current = saving.current
      .then(() => api.call(accountLanguageUpdate, { body }))
      .catch((error: unknown) => console.warn('The choice of language could not be saved', error));
  }, [api, isSignedIn, language, numerals]);
}
