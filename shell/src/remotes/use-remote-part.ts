import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react';
import { message } from '../console/messages/messages.ts';
import { RemoteLoadError, type RemotePart } from './remote-loader.ts';
import { useRefreshRemote, useRemoteLoader } from './remotes-context.tsx';

/** Delays before the automatic retries, in milliseconds. After the last one, only the user can retry. */
const retryDelaysMs = [1_000, 3_000, 9_000];

type RemotePartState =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly Component: ComponentType }
  | {
      readonly status: 'failed';
      readonly loadError: RemoteLoadError;
      readonly isRetrying: boolean;
      readonly willRetry: boolean;
    };

function toRemoteLoadError(error: unknown): RemoteLoadError {
  if (error instanceof RemoteLoadError) return error;
  return new RemoteLoadError(message('remoteLoader.unknown'), { cause: error });
}

/** Loads a remote's view or page, with up to three retries after transient failures. The part must not change: use a `key`. */
export function useRemotePart(part: RemotePart) {
  const loader = useRemoteLoader();
  const refreshRemote = useRefreshRemote();
  const [state, setState] = useState<RemotePartState>({ status: 'loading' });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Incremented with every attempt, so that the result of an abandoned attempt is ignored. */
  const latestAttempt = useRef(0);
  /** A ref, because a changed registry entry (such as another `problem`) must not restart the attempts. */
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
