import { ViewErrorBoundary } from '@khmer-learning/console-sdk';
import { Spinner, space } from '@khmer-learning/ui-kit';
import styled from 'styled-components';
import { Dashboard } from '../dashboard/dashboard.tsx';
import { ConsoleHealth } from '../health/console-health.tsx';
import { RemotePartView } from '../remotes/remote-part-view.tsx';
import { useRefreshRemote, useRemoteLoader } from '../remotes/remotes-context.tsx';
import { type ConsoleViewEntry, consoleHealthId } from './console-views.ts';

const Waiting = styled.div`display: grid; place-items: center; padding: ${space(16)} ${space(4)};`;

export interface ViewOutletProps {
  view: ConsoleViewEntry;
  /** Every view this person may see. */
  views: readonly ConsoleViewEntry[];
  /** Another view is meant, and will be known when the list of remotes is there. */
  isAwaited: boolean;
}

/** The current view itself. */
export function ViewOutlet({ view, views, isAwaited }: ViewOutletProps) {
  const loader = useRemoteLoader();
  const refreshRemote = useRefreshRemote();
  if (isAwaited) {
    return (
      <Waiting>
        <Spinner size={26} />
      </Waiting>
    );
  }
  if (view.remote === null) {
    return (
      <ViewErrorBoundary label={view.label}>
        {view.id === consoleHealthId ? <ConsoleHealth /> : <Dashboard views={views} />}
      </ViewErrorBoundary>
    );
  }
  return (
    <RemotePartView
      label={view.label}
      loader={loader}
      part={{ remote: view.remote, kind: 'views', id: view.id }}
      refreshRemote={refreshRemote}
    />
  );
}
