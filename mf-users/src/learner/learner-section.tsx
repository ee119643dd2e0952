import { Button, Card, EmptyState, Stack, space } from '@khmer-learning/ui-kit';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { Loaded } from '../loaded.tsx';
import { useMessages } from './messages/messages.ts';

export const Rows = styled.ul`display: grid; gap: ${space(5)}; margin: 0; padding: 0; list-style: none;`;

interface LearnerSectionProps {
  title: string;
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown };
  /** How many rows are shown; undefined while they load. */
  shown: number | undefined;
  empty: { title: string; hint?: string };
  /** Shows more rows; undefined when all are shown. */
  onMore?: (() => void) | undefined;
  /** Above the rows, also when there are none. */
  head?: ReactNode;
  children: ReactNode;
}

export function LearnerSection({ title, query, shown, empty, onMore, head, children }: LearnerSectionProps) {
  const t = useMessages();
  return (
    <Card title={title}>
      <Stack gap={4}>
        {head}
        <Loaded query={{ ...query, data: shown }} subject={title} height="6rem">
          {(count) => (count === 0 ? <EmptyState {...empty} /> : children)}
        </Loaded>
        {onMore === undefined ? null : (
          <div>
            <Button size="small" loading={query.isFetching} onClick={onMore}>
              {t('learner.more')}
            </Button>
          </div>
        )}
      </Stack>
    </Card>
  );
}
