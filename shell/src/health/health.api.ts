import { useApiQuery } from '@khmer-learning/console-kit';
import { useApi, userMessageOf } from '@khmer-learning/console-sdk';
import {
  consoleHealthGet,
  contentDeadJobsList,
  contentDeadJobsRetry,
  type DeadJob,
  fileDeadJobsList,
  fileDeadJobsRetry,
  purchaseDeadJobsList,
  purchaseDeadJobsRetry,
  quizDeadJobsList,
  quizDeadJobsRetry,
  userDeadJobsList,
  userDeadJobsRetry,
} from '@khmer-learning/contracts';
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { message as translate } from '../console/messages/messages.ts';

const endpoints = [
  { list: contentDeadJobsList, retry: contentDeadJobsRetry },
  { list: purchaseDeadJobsList, retry: purchaseDeadJobsRetry },
  { list: fileDeadJobsList, retry: fileDeadJobsRetry },
  { list: quizDeadJobsList, retry: quizDeadJobsRetry },
  { list: userDeadJobsList, retry: userDeadJobsRetry },
] as const;

/** A dead job, and the call that has its service retry it. */
export type ServiceDeadJob = DeadJob & { readonly retry: (typeof endpoints)[number]['retry'] };

export const deadJobsQueryKey = ['dead-jobs'];

/** How often what is shown is read again, and whether it is read: not for users who may not see it. */
interface HealthOptions {
  refetchInterval?: number;
  enabled?: boolean;
}

/** The state of the services, read again whenever it is shown. */
export function useConsoleHealth(options: HealthOptions) {
  return useApiQuery(consoleHealthGet, { queryKey: ['console-health'], staleTime: 0, ...options });
}

/** The background jobs that failed too often, of all services that answer. They are read again whenever they are shown. */
export function useDeadJobs(options: HealthOptions): ServiceDeadJob[] {
  const api = useApi();
  const lists = useQueries({
    queries: endpoints.map(({ list }) => ({
      queryKey: [...deadJobsQueryKey, list.service],
      queryFn: ({ signal }: { signal: AbortSignal }) => api.call(list, {}, { signal }),
      staleTime: 0,
      ...options,
    })),
  });
  return lists.flatMap(({ data }, index) => {
    const retry = endpoints[index]?.retry;
    return retry && data ? data.jobs.map((job) => ({ ...job, retry })) : [];
  });
}

export function failureOf({ data, error, refetch }: UseQueryResult, title: string) {
  if (error === null || data !== undefined) return undefined;
  const message = userMessageOf(error, translate('error.noResponse'));
  return { title, message, onRetry: () => void refetch() };
}
