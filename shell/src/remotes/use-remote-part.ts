import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react';
import type { RegisteredRemote } from './registry.ts';
import type { RemoteLoader, RemotePart } from './remote-loader.ts';
import { RemoteProblem } from './remote-problem.ts';

/** Pauses before the automatic tries, in milliseconds. After the last, only a person tries again. */
const retryPauses = [1_000, 3_000, 9_000];

export type RemotePartState =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly Component: ComponentType }
  | {
      readonly status: 'failed';
      readonly problem: RemoteProblem;
      /** A try is under way. */
      readonly trying: boolean;
      /** Another automatic try will follow. */
      readonly willRetry: boolean;
    };

export interface RemotePartOptions {
  readonly loader: RemoteLoader;
  readonly part: RemotePart;
  /** Asks the gateway anew where the remote is and what is known of it. */
  readonly refreshRemote: (name: string) => Promise<RegisteredRemote | undefined>;
}

function asProblem(error: unknown): RemoteProblem {
  if (error instanceof RemoteProblem) return error;
  return new RemoteProblem('It could not be loaded.', { passing: false, cause: error });
}

/**
 * Loads a view or page of a remote: at once, then up to three more times with growing pauses while the failure
 * looks passing, then only when `tryAgain` is called. Another part needs another component: give it a key.
 */
export function useRemotePart({ loader, part, refreshRemote }: RemotePartOptions) {
  const [state, setState] = useState<RemotePartState>({ status: 'loading' });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Grows with every try, so that the answer of an abandoned one is not taken for news. */
  const latestTry = useRef(0);
  /** News of the remote, such as another reason for being away, is no reason to start over. */
  const currentPart = useRef(part);
  useEffect(() => {
    currentPart.current = part;
  });

  const attempt = useCallback(
    async (automaticPauses: readonly number[], isFirst: boolean): Promise<void> => {
      latestTry.current += 1;
      const thisTry = latestTry.current;
      clearTimeout(timer.current);
      setState((last) => (last.status === 'failed' ? { ...last, trying: true } : { status: 'loading' }));
      try {
        const { remote, kind, id } = currentPart.current;
        const news = isFirst ? undefined : await refreshRemote(remote.name);
        const Component = await loader.load({ remote: news ?? remote, kind, id });
        if (thisTry === latestTry.current) setState({ status: 'ready', Component });
      } catch (error) {
        if (thisTry !== latestTry.current) return;
        const problem = asProblem(error);
        const [pause, ...laterPauses] = automaticPauses;
        const willRetry = problem.passing && pause !== undefined;
        setState({ status: 'failed', problem, trying: false, willRetry });
        if (willRetry) timer.current = setTimeout(() => void attempt(laterPauses, false), pause);
      }
    },
    [loader, refreshRemote],
  );

  useEffect(() => {
    void attempt(retryPauses, true);
    return () => {
      latestTry.current += 1;
      clearTimeout(timer.current);
    };
  }, [attempt]);

  const tryAgain = useCallback(() => void attempt([], false), [attempt]);
  return { state, tryAgain };
}
