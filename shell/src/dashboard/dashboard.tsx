import {
  dashboardStatsKey,
  isDashboardCreate,
  isDashboardFigure,
  useApi,
  useExtensions,
  useHeaderAction,
  useNavigation,
  userMessageOf,
} from '@khmer-learning/console-sdk';
import { dashboardStatsGet } from '@khmer-learning/contracts';
import { EmptyState, ErrorPanel, ViewBody } from '@khmer-learning/ui-kit';
import { useQuery } from '@tanstack/react-query';
import type { ConsoleViewEntry } from '../console/console-views.ts';
import { useMessages } from '../console/messages/messages.ts';
import { useRegistry } from '../remotes/remotes-context.tsx';
import { DashboardCards } from './dashboard-cards.tsx';
import { NeedsAttention } from './needs-attention.tsx';
import { StatCardSkeletons, StatCards } from './stat-cards.tsx';
import { type ViewAddressOf, viewAddressOf } from './view-address-of.ts';

/** `Create New` opens the form of `view`. */
function CreateNewAction({ view }: { view: string }) {
  const { openView } = useNavigation();
  useHeaderAction(() => void openView(view, { intent: 'create' }));
  return null;
}

/** The view that `Create New` opens; undefined when the user may see none of those that the remotes name. */
function useCreateView(views: readonly ConsoleViewEntry[]): string | undefined {
  return useExtensions(isDashboardCreate)
    .map(({ extension }) => extension.view)
    .find((view) => views.some(({ id }) => id === view));
}

/** The dashboard's statistics, in the cards that the remotes' manifests describe (spec 2.6). */
export function Dashboard({ views }: { views: readonly ConsoleViewEntry[] }) {
  const createView = useCreateView(views);
  return (
    <>
      {createView === undefined ? null : <CreateNewAction view={createView} />}
      <DashboardContent addressOf={viewAddressOf(views)} />
    </>
  );
}

function DashboardContent({ addressOf }: { addressOf: ViewAddressOf }) {
  const t = useMessages();
  const api = useApi();
  const registry = useRegistry();
  const figures = useExtensions(isDashboardFigure).map(({ extension }) => extension);
  const stats = useQuery({
    queryKey: dashboardStatsKey,
    queryFn: ({ signal }) => api.call(dashboardStatsGet, {}, { signal }),
  });
  if (stats.isError && stats.data === undefined)
    return (
      <ErrorPanel
        title={t('dashboard.failed')}
        message={userMessageOf(stats.error, t('dashboard.noStatistics'))}
        onRetry={() => void stats.refetch()}
        retrying={stats.isFetching}
      />
    );
  if (registry.isPending || stats.data === undefined)
    return (
      <ViewBody>
        <StatCardSkeletons />
        <DashboardCards stats={undefined} addressOf={addressOf} />
      </ViewBody>
    );
  return (
    <ViewBody>
      {figures.length === 0 ? (
        <EmptyState title={t('dashboard.empty')} hint={t('dashboard.emptyHint')} />
      ) : (
        <StatCards stats={stats.data} figures={figures} addressOf={addressOf} />
      )}
      <NeedsAttention stats={stats.data} addressOf={addressOf} />
      <DashboardCards stats={stats.data} addressOf={addressOf} />
    </ViewBody>
  );
}
