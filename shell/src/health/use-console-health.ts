import { useApi } from '@khmer-learning/console-sdk';
import { consoleHealthGet } from '@khmer-learning/contracts';
import { useQuery } from '@tanstack/react-query';

/**
 * The state of the services, read again whenever it is shown.
 * @param options.enabled false for users who may not see it
 */
export function useConsoleHealth({
  refreshIntervalMs,
  enabled = true,
}: {
  refreshIntervalMs?: number;
  enabled?: boolean;
}) {
  const api = useApi();
  return useQuery({
    queryKey: ['console-health'],
    queryFn: ({ signal }) => api.call(consoleHealthGet, {}, { signal }),
    refetchInterval: refreshIntervalMs ?? false,
    staleTime: 0,
    enabled,
  });
}
