import { FeatureFlagsProvider, RemoteProvider, ViewErrorBoundary } from '@khmer-learning/console-sdk';
import { Button, EmptyState, ErrorPanel, InfoIcon, Spinner, space } from '@khmer-learning/ui-kit';
import { Suspense, useEffect } from 'react';
import styled from 'styled-components';
import { useMessages } from '../console/messages/messages.ts';
import { loadPage } from '../page/load-page.ts';
import { type RegisteredRemote, remoteLabel } from './registry.ts';
import type { RemoteLoader, RemotePart } from './remote-loader.ts';
import { urlWithRemoteEnabled } from './remote-url-flags.ts';
import { useRemoteLoader } from './remotes-context.tsx';
import { useRemotePart } from './use-remote-part.ts';

const Centered = styled.div`display: grid; place-items: center; padding: ${space(16)} ${space(4)};`;

function Loading({ label }: { label: string }) {
  const t = useMessages();
  return (
    <Centered>
      <Spinner size={26} label={t('remotePart.loading', { part: label })} />
    </Centered>
  );
}

export interface RemotePartViewProps {
  part: RemotePart;
  /** The display name: `Lessons`. */
  label: string;
  /** Shows the technical details of a failure unfolded, for admins. */
  showsDetails?: boolean;
}

/** What the error panel says. A page has no console around it, so it says nothing about the rest of the console. */
const failureTexts = {
  views: { failed: 'remotePart.viewFailed', retrying: 'remotePart.viewRetrying' },
  pages: { failed: 'remotePart.pageFailed', retrying: 'remotePart.pageRetrying' },
} as const;

function DisabledRemote({ label, remote }: { label: string; remote: RegisteredRemote }) {
  const t = useMessages();
  return (
    <EmptyState
      icon={<InfoIcon aria-hidden="true" />}
      title={t('remotePart.disabled', { part: label })}
      hint={t('remotePart.disabledHint', { remote: remoteLabel(remote) })}
      action={
        <Button onClick={() => loadPage(urlWithRemoteEnabled(remote.name))}>{t('remotePart.enable')}</Button>
      }
    />
  );
}

/** Reports errors outside of rendering, which no error boundary sees. */
function useUncaughtErrorReports(loader: RemoteLoader): void {
  useEffect(() => {
    const onError = ({ error, filename }: ErrorEvent) => loader.reportUncaught(error, filename);
    const onRejection = ({ reason }: PromiseRejectionEvent) => loader.reportUncaught(reason, '');
    window.addEventListener('error', onError);
    window.addEventListener('unhandledrejection', onRejection);
    return () => {
      window.removeEventListener('error', onError);
      window.removeEventListener('unhandledrejection', onRejection);
    };
  }, [loader]);
}

/** A view or page of a remote: a spinner, then the component, or an error panel with `Try again`. A failure stays here. */
export function RemotePartView({ label, showsDetails = false, part }: RemotePartViewProps) {
  const t = useMessages();
  const loader = useRemoteLoader();
  const { state, retry } = useRemotePart(part);
  useUncaughtErrorReports(loader);
  if (part.remote.disabled) return <DisabledRemote label={label} remote={part.remote} />;
  if (state.status === 'loading') return <Loading label={label} />;
  if (state.status === 'failed') {
    const { failed, retrying } = failureTexts[part.kind];
    return (
      <ErrorPanel
        title={t('remotePart.failed', { part: label })}
        message={t(state.willRetry ? retrying : failed)}
        details={state.loadError.message}
        detailsOpen={showsDetails}
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
        <RemoteProvider name={part.remote.name}>
          <FeatureFlagsProvider flags={part.remote.flags}>
            <Component />
          </FeatureFlagsProvider>
        </RemoteProvider>
      </Suspense>
    </ViewErrorBoundary>
  );
}
