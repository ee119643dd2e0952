import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react';
import type { RegisteredRemote } from './registry.ts';
import { RemoteLoadError } from './remote-load-error.ts';
import type { RemoteLoader, RemotePart } from './remote-loader.ts';

/** Pauses before the automatic tries, in milliseconds. After the last, only a person tries again. */
const retryDelaysMs = [1_000, 3_000, 9_000];

export type RemotePartState =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly Component: ComponentType }
  | {
      readonly status: 'failed';
      readonly loadError: RemoteLoadError;
      /** A try is under way. */
      readonly isRetrying: boolean;
      /** Another automatic try will follow. */
      readonly willRetry: boolean;
    };

export interface RemotePartOptions {
  readonly loader: RemoteLoader;
  readonly part: RemotePart;
  /** Asks the gateway anew where the remote is and what is known of it. */
  readonly refreshRemote: (name: string) => Promise<RegisteredRemote | undefined>;
}

function toRemoteLoadError(error: unknown): RemoteLoadError {
  if (error instanceof RemoteLoadError) return error;
  return new RemoteLoadError('It could not be loaded.', { transient: false, cause: error });
}

/**
 * Loads a view or page of a remote: at once, then up to three more times with growing pauses while the failure
 * looks passing, then only when `retry` is called. Another part needs another component: give it a key.
 */
export function useRemotePart({ loader, part, refreshRemote }: RemotePartOptions) {
  const [state, setState] = useState<RemotePartState>({ status: 'loading' });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Grows with every try, so that the answer of an abandoned one is not taken for news. */
  const latestAttempt = useRef(0);
  /** News of the remote, such as another reason for being away, is no reason to start over. */
  const currentPart = useRef(part);
  useEffect(() => {
    currentPart.current = part;
  });

  const attempt = useCallback(
    async (remainingDelays: readonly number[], isFirst: boolean): Promise<void> => {
      latestAttempt.current += 1;
      const thisAttempt = latestAttempt.current;
      clearTimeout(timer.current);
      setState((last) => (last.status === 'failed' ? { ...last, isRetrying: true } : { status: 'loading' }));
      try {
        const { remote, kind, id } = currentPart.current;
        const refreshedRemote = isFirst ? undefined : await refreshRemote(remote.name);
        const Component = await loader.load({ remote: refreshedRemote ?? remote, kind, id });
        if (thisAttempt === latestAttempt.current) setState({ status: 'ready', Component });
      } catch (error) {
        if (thisAttempt !== latestAttempt.current) return;
        const loadError = toRemoteLoadError(error);
        const [delayMs, ...laterDelays] = remainingDelays;
        const willRetry = loadError.transient && delayMs !== undefined;
        setState({ status: 'failed', loadError, isRetrying: false, willRetry });
        if (willRetry) timer.current = setTimeout(() => void attempt(laterDelays, false), delayMs);
      }
    },
    [loader, refreshRemote],
  );

  useEffect(() => {
    void attempt(retryDelaysMs, true);
    return () => {
      latestAttempt.current += 1;
      clearTimeout(timer.current);
    };
  }, [attempt]);

  const retry = useCallback(() => void attempt([], false), [attempt]);
  return { state, retry };
}
