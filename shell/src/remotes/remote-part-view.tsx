import { ViewErrorBoundary } from '@khmer-learning/console-sdk';
import { ErrorPanel, Spinner, space } from '@khmer-learning/ui-kit';
import { Suspense } from 'react';
import styled from 'styled-components';
import { remoteLabel } from './registry.ts';
import { type RemotePartOptions, useRemotePart } from './use-remote-part.ts';

const Waiting = styled.div`display: grid; place-items: center; padding: ${space(16)} ${space(4)};`;

function Loading({ label }: { label: string }) {
  return (
    <Waiting>
      <Spinner size={26} label={`Loading ${label}`} />
    </Waiting>
  );
}

export interface RemotePartViewProps extends RemotePartOptions {
  /** What people call it: `Lessons`. */
  label: string;
}

/** What else there is while the part cannot be shown. A page of its own has no console around it. */
const reassurance = {
  views: { trying: ' The console keeps trying.', rest: ' Everything else works.' },
  pages: { trying: ' Trying again in a moment.', rest: '' },
} as const;

/**
 * A view or page of a remote, whatever becomes of it: loading, shown, or a panel that names it and offers
 * `Try again`. Nothing that goes wrong in it leaves it.
 */
export function RemotePartView({ label, ...options }: RemotePartViewProps) {
  const { state, tryAgain } = useRemotePart(options);
  if (state.status === 'loading') return <Loading label={label} />;
  if (state.status === 'failed') {
    const { trying, rest } = reassurance[options.part.kind];
    const hope = state.willRetry ? trying : '';
    return (
      <ErrorPanel
        title={`${label} could not be loaded`}
        message={`${state.problem.message}${hope}${rest}`}
        onRetry={tryAgain}
        retrying={state.trying}
      />
    );
  }
  const { Component } = state;
  return (
    <ViewErrorBoundary label={label} resetKey={`${remoteLabel(options.part.remote)}/${options.part.id}`}>
      <Suspense fallback={<Loading label={label} />}>
        <Component />
      </Suspense>
    </ViewErrorBoundary>
  );
}
