import { useApiQuery } from '@khmer-learning/console-kit';
import { consoleHealthGet } from '@khmer-learning/contracts';

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
  return useApiQuery(consoleHealthGet, {
    queryKey: ['console-health'],
    refetchInterval: refreshIntervalMs ?? false,
    staleTime: 0,
    enabled,
  });
}
