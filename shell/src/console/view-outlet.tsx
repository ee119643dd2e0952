import { useSession, ViewErrorBoundary } from '@khmer-learning/console-sdk';
import { Spinner, space } from '@khmer-learning/ui-kit';
import styled from 'styled-components';
import { Dashboard } from '../dashboard/dashboard.tsx';
import { ConsoleHealth } from '../health/console-health.tsx';
import { RemotePartView } from '../remotes/remote-part-view.tsx';
import { type ConsoleViewEntry, consoleHealthViewId } from './console-views.ts';

const Centered = styled.div`display: grid; place-items: center; padding: ${space(16)} ${space(4)};`;

export interface ViewOutletProps {
  view: ConsoleViewEntry;
  views: readonly ConsoleViewEntry[];
  /** The list of remotes is not loaded yet, so `view` is a placeholder. */
  isPending: boolean;
}

export function ViewOutlet({ view, views, isPending }: ViewOutletProps) {
  const { user } = useSession();
  if (isPending) {
    return (
      <Centered>
        <Spinner size={26} />
      </Centered>
    );
  }
  if (view.remote === null) {
    return (
      <ViewErrorBoundary label={view.label}>
        {view.id === consoleHealthViewId ? <ConsoleHealth /> : <Dashboard views={views} />}
      </ViewErrorBoundary>
    );
  }
  return (
    <RemotePartView
      label={view.label}
      showsDetails={user.role === 'admin'}
      part={{ remote: view.remote, kind: 'views', id: view.id }}
    />
  );
}
