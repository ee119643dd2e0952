import { listErrorProps } from '@khmer-learning/console-kit';
import { ErrorPanel, Skeleton } from '@khmer-learning/ui-kit';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

interface LoadedProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching'> & { refetch: () => unknown };
  subject: string;
  height: string;
  children: (data: Data) => ReactNode;
}

/** What a query has read; before that a placeholder, or why it failed. */
export function Loaded<Data>({ query, subject, height, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  const failure = listErrorProps(subject, query.error, query.refetch);
  if (failure === undefined) return <Skeleton height={height} />;
  return <ErrorPanel {...failure} retrying={query.isFetching} />;
}
