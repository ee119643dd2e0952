import {
  type Extension,
  ExtensionPart,
  isDashboardCard,
  isDashboardDays,
  isDashboardRecent,
  isDashboardShares,
  useExtensions,
} from '@khmer-learning/console-sdk';
import type { DashboardStats } from '@khmer-learning/contracts';
import { Card, ErrorPanel, Skeleton, Stack, space } from '@khmer-learning/ui-kit';
import { Fragment, type ReactNode } from 'react';
import styled from 'styled-components';
import { useMessages } from '../console/messages/messages.ts';
import { DaysCard } from './days-card.tsx';
import type { ViewAddressOf } from './links.ts';
import { RecentContent } from './recent-content.tsx';
import { SharesCard } from './shares-card.tsx';

/* Each row is filled: a grid would keep the columns that only a card of full width uses. */
const Cards = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(4)};
  & > * { flex: 1 1 min(22rem, 100%); min-width: 0; }
`;
const FullWidth = styled.div`&& { flex-basis: 100%; }`;

const lines = (
  <Stack gap={5}>
    <Skeleton width="80%" />
    <Skeleton width="65%" />
    <Skeleton width="72%" />
  </Stack>
);

interface PlacedCard {
  readonly key: string;
  readonly order: number;
  readonly card: ReactNode;
}

const placeOf = (remote: string, { point, id, order }: Extension) => ({
  key: `${remote}/${point}/${id}`,
  order,
});

/** The cards below the figures, by order; recent items of all remotes are one card. @param stats undefined while they load */
export function DashboardCards({
  stats,
  addressOf,
}: {
  stats: DashboardStats | undefined;
  addressOf: ViewAddressOf;
}) {
  const cards = [
    ...useRecentCard(stats, addressOf),
    ...useSharesCards(stats),
    ...useDaysCards(stats),
    ...useRemoteCards(),
  ].sort((one, other) => one.order - other.order);
  return (
    <Cards>
      {cards.map(({ key, card }) => (
        <Fragment key={key}>{card}</Fragment>
      ))}
    </Cards>
  );
}

function useRecentCard(stats: DashboardStats | undefined, addressOf: ViewAddressOf): PlacedCard[] {
  const t = useMessages();
  const types = useExtensions(isDashboardRecent).map(({ extension }) => extension);
  const [first] = types;
  if (first === undefined) return [];
  const card = (
    <Card title={t('dashboardCards.recent')}>
      {stats === undefined ? lines : <RecentContent stats={stats} types={types} addressOf={addressOf} />}
    </Card>
  );
  return [{ key: 'recent', order: first.order, card }];
}

function useSharesCards(stats: DashboardStats | undefined): PlacedCard[] {
  return useExtensions(isDashboardShares).map(({ remote, extension }) => ({
    ...placeOf(remote, extension),
    card: (
      <Card title={extension.title}>
        {stats === undefined ? lines : <SharesCard stats={stats} shares={extension} />}
      </Card>
    ),
  }));
}

function useDaysCards(stats: DashboardStats | undefined): PlacedCard[] {
  return useExtensions(isDashboardDays).map(({ remote, extension }) => ({
    ...placeOf(remote, extension),
    card: (
      <FullWidth>
        <Card title={extension.title}>
          {stats === undefined ? lines : <DaysCard stats={stats} days={extension} />}
        </Card>
      </FullWidth>
    ),
  }));
}

/** The cards that remotes draw themselves. Each one fails alone. */
function useRemoteCards(): PlacedCard[] {
  const t = useMessages();
  return useExtensions(isDashboardCard).map((provided) => ({
    ...placeOf(provided.remote, provided.extension),
    card: (
      <Card title={provided.extension.title}>
        <ExtensionPart
          extension={provided}
          props={{}}
          loading={lines}
          failed={(retry, retrying) => (
            <ErrorPanel
              title={t('dashboardCards.failed', { title: provided.extension.title })}
              message={t('dashboardCards.failedHint')}
              onRetry={retry}
              retrying={retrying}
            />
          )}
        />
      </Card>
    ),
  }));
}
