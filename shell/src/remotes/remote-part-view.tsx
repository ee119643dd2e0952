import { ViewErrorBoundary } from '@khmer-learning/console-sdk';
import { Button, EmptyState, ErrorPanel, InfoIcon, Spinner, space } from '@khmer-learning/ui-kit';
import { Suspense } from 'react';
import styled from 'styled-components';
import { loadPage } from '../page/load-page.ts';
import { type RegisteredRemote, remoteLabel } from './registry.ts';
import { urlWithRemoteEnabled } from './remote-url-flags.ts';
import { type RemotePartOptions, useRemotePart } from './use-remote-part.ts';

const Centered = styled.div`display: grid; place-items: center; padding: ${space(16)} ${space(4)};`;

function Loading({ label }: { label: string }) {
  return (
    <Centered>
      <Spinner size={26} label={`Loading ${label}`} />
    </Centered>
  );
}

export interface RemotePartViewProps extends RemotePartOptions {
  /** What people call it: `Lessons`. */
  label: string;
}

/** What else there is while the part cannot be shown. A page of its own has no console around it. */
const failureHints = {
  views: { trying: ' The console keeps trying.', rest: ' Everything else works.' },
  pages: { trying: ' Trying again in a moment.', rest: '' },
} as const;

/** Nothing has failed: somebody wanted to do without the remote. */
function DisabledRemote({ label, remote }: { label: string; remote: RegisteredRemote }) {
  return (
    <EmptyState
      icon={<InfoIcon aria-hidden="true" />}
      title={`${label} is switched off`}
      hint={`This page was opened without ${remoteLabel(remote)}. Everything else works.`}
      action={<Button onClick={() => loadPage(urlWithRemoteEnabled(remote.name))}>Switch on</Button>}
    />
  );
}

/**
 * A view or page of a remote, whatever becomes of it: loading, shown, or a panel that names it and offers
 * `Try again`. Nothing that goes wrong in it leaves it.
 */
export function RemotePartView({ label, ...options }: RemotePartViewProps) {
  const { loader, part } = options;
  const { state, retry } = useRemotePart(options);
  if (part.remote.disabled) return <DisabledRemote label={label} remote={part.remote} />;
  if (state.status === 'loading') return <Loading label={label} />;
  if (state.status === 'failed') {
    const { trying, rest } = failureHints[part.kind];
    const retryHint = state.willRetry ? trying : '';
    return (
      <ErrorPanel
        title={`${label} could not be loaded`}
        message={`${state.loadError.message}${retryHint}${rest}`}
        onRetry={retry}
        retrying={state.isRetrying}
      />
    );
  }
  const { Component } = state;
  return (
    <ViewErrorBoundary
      label={label}
      resetKey={`${part.remote.name}/${part.id}`}
      onError={(error) => loader.reportCrash(part.remote.name, error)}
      onRetry={retry}
    >
      <Suspense fallback={<Loading label={label} />}>
        <Component />
      </Suspense>
    </ViewErrorBoundary>
  );
}
