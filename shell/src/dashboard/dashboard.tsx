import {
  dashboardStatsKey,
  useApi,
  useHeaderAction,
  useNavigation,
  userMessageOf,
} from '@khmer-learning/console-sdk';
import { dashboardStatsGet } from '@khmer-learning/contracts';
import { Card, ErrorPanel, Skeleton, Stack, space, ViewBody } from '@khmer-learning/ui-kit';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import type { ConsoleViewEntry } from '../console/console-views.ts';
import { ContentDistribution } from './content-distribution.tsx';
import { LearningByDay } from './learning-by-day.tsx';
import { RecentContent } from './recent-content.tsx';
import { StatCardSkeletons, StatCards } from './stat-cards.tsx';

/** The view that `Create New` opens (spec 2.5). */
const lessonsView = 'lessons';

const TwoColumns = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr));
  gap: ${space(4)};
`;

function Layout({
  cards,
  recent,
  distribution,
  learning,
}: Record<'cards' | 'recent' | 'distribution' | 'learning', ReactNode>) {
  return (
    <ViewBody>
      {cards}
      <TwoColumns>
        <Card title="Recent Content">{recent}</Card>
        <Card title="Content Distribution">{distribution}</Card>
      </TwoColumns>
      <Card title="Learning per Day">{learning}</Card>
    </ViewBody>
  );
}

const lines = (
  <Stack gap={5}>
    <Skeleton width="80%" />
    <Skeleton width="65%" />
    <Skeleton width="72%" />
  </Stack>
);

/** `Create New` opens the lesson form. It is rendered only when a remote provides the lessons view. */
function CreateNewAction() {
  const { openView } = useNavigation();
  useHeaderAction(() => void openView(lessonsView, { intent: 'create' }));
  return null;
}

/** The dashboard's statistics (spec 2.6). */
export function Dashboard({ views }: { views: readonly ConsoleViewEntry[] }) {
  const api = useApi();
  const stats = useQuery({
    queryKey: dashboardStatsKey,
    queryFn: ({ signal }) => api.call(dashboardStatsGet, {}, { signal }),
  });
  const createAction = views.some(({ id }) => id === lessonsView) ? <CreateNewAction /> : null;

  if (stats.isError && stats.data === undefined) {
    return (
      <>
        {createAction}
        <ErrorPanel
          title="The dashboard could not be loaded"
          message={userMessageOf(stats.error, 'The server did not return the statistics.')}
          onRetry={() => void stats.refetch()}
          retrying={stats.isFetching}
        />
      </>
    );
  }
  return (
    <>
      {createAction}
      {stats.data === undefined ? (
        <Layout cards={<StatCardSkeletons />} recent={lines} distribution={lines} learning={lines} />
      ) : (
        <Layout
          cards={<StatCards stats={stats.data} />}
          recent={<RecentContent recent={stats.data.recent} />}
          distribution={<ContentDistribution lessonsByType={stats.data.lessonsByType} />}
          learning={<LearningByDay learningByDay={stats.data.learningByDay} />}
        />
      )}
    </>
  );
}
