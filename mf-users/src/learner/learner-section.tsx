import { listErrorProps } from '@khmer-learning/console-kit';
import { Button, Card, EmptyState, ErrorPanel, Skeleton, Stack, space } from '@khmer-learning/ui-kit';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { useMessages } from './messages/messages.ts';

/** The rows of a section. */
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

/** A part of the page of a learner, which loads and fails alone. */
export function LearnerSection({ title, query, shown, empty, onMore, head, children }: LearnerSectionProps) {
  const t = useMessages();
  const failure = shown === undefined ? listErrorProps(title, query.error, query.refetch) : undefined;
  const rows =
    shown === undefined ? <Skeleton height="6rem" /> : shown === 0 ? <EmptyState {...empty} /> : children;
  return (
    <Card title={title}>
      <Stack gap={4}>
        {head}
        {failure === undefined ? rows : <ErrorPanel {...failure} retrying={query.isFetching} />}
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
