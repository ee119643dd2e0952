import { useApiQuery } from '@khmer-learning/console-kit';
import {
  dashboardStatsKey,
  isDashboardCreate,
  isDashboardFigure,
  useExtensions,
  useHeaderAction,
  useNavigation,
  userMessageOf,
} from '@khmer-learning/console-sdk';
import { dashboardStatsGet } from '@khmer-learning/contracts';
import { Button, Dialog, EmptyState, ErrorPanel, Stack, ViewBody } from '@khmer-learning/ui-kit';
import { useState } from 'react';
import type { ConsoleViewEntry } from '../console/console-views.ts';
import { useMessages } from '../console/messages/messages.ts';
import { ViewIcon } from '../console/view-icon.tsx';
import { useRegistry } from '../remotes/remotes-context.tsx';
import { DashboardCards } from './dashboard-cards.tsx';
import { type ViewAddressOf, viewAddressOf } from './links.ts';
import { NeedsAttention } from './needs-attention.tsx';
import { OwnWork } from './own-work.tsx';
import { StatCardSkeletons, StatCards } from './stat-cards.tsx';

/** `Create New` opens the form of the only view, or asks which one. */
function CreateNewAction({ views }: { views: readonly ConsoleViewEntry[] }) {
  const t = useMessages();
  const { openView } = useNavigation();
  const [isAsking, setAsking] = useState(false);
  const create = ({ id }: ConsoleViewEntry) => void openView(id, { intent: 'create' });
  const [first, ...others] = views;
  useHeaderAction(() => (first && others.length === 0 ? create(first) : setAsking(true)));
  return (
    <Dialog open={isAsking} onOpenChange={setAsking} title={t('createNew.title')} size="small">
      <Stack gap={2}>
        {views.map((view) => (
          <Button key={view.id} icon={<ViewIcon name={view.icon} />} onClick={() => create(view)}>
            {view.action?.label ?? view.label}
          </Button>
        ))}
      </Stack>
    </Dialog>
  );
}

/** The views that `Create New` offers: those of the remotes' extensions that the user may see. */
function useCreateViews(views: readonly ConsoleViewEntry[]): readonly ConsoleViewEntry[] {
  return useExtensions(isDashboardCreate).flatMap(
    ({ extension }) => views.find(({ id }) => id === extension.view) ?? [],
  );
}

export function Dashboard({ views }: { views: readonly ConsoleViewEntry[] }) {
  const createViews = useCreateViews(views);
  return (
    <>
      {createViews.length === 0 ? null : <CreateNewAction views={createViews} />}
      <DashboardContent addressOf={viewAddressOf(views)} />
    </>
  );
}

function DashboardContent({ addressOf }: { addressOf: ViewAddressOf }) {
  const t = useMessages();
  const registry = useRegistry();
  const figures = useExtensions(isDashboardFigure).map(({ extension }) => extension);
  const stats = useApiQuery(dashboardStatsGet, { queryKey: dashboardStatsKey });
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
      <OwnWork addressOf={addressOf} />
      <DashboardCards stats={stats.data} addressOf={addressOf} />
    </ViewBody>
  );
}
