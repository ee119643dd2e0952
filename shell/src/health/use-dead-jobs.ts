import { useApi } from '@khmer-learning/console-sdk';
import {
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
import { useQueries } from '@tanstack/react-query';

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

/**
 * The background jobs that failed too often, of all services that answer. They are read again whenever they are shown.
 * @param options.enabled false for users who may not see them
 */
export function useDeadJobs({
  refreshIntervalMs,
  enabled = true,
}: {
  refreshIntervalMs?: number;
  enabled?: boolean;
}): ServiceDeadJob[] {
  const api = useApi();
  const lists = useQueries({
    queries: endpoints.map(({ list }) => ({
      queryKey: [...deadJobsQueryKey, list.service],
      queryFn: ({ signal }: { signal: AbortSignal }) => api.call(list, {}, { signal }),
      refetchInterval: refreshIntervalMs ?? (false as const),
      staleTime: 0,
      enabled,
    })),
  });
  return lists.flatMap(({ data }, index) => {
    const retry = endpoints[index]?.retry;
    return retry && data ? data.jobs.map((job) => ({ ...job, retry })) : [];
  });
}
