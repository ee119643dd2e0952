import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ChangedEntity } from './changed-entity.ts';
import { dashboardStatsKey, isShowing } from './query-keys.ts';

/**
 * The channel through which remotes learn of each other's changes: `announce(['lesson'])` refreshes every query whose
 * `queryKeys` show that entity, and the dashboard. `useApiMutation` announces its `changes` itself.
 */
export function useAnnounceChanges(): (entities: readonly ChangedEntity[]) => void {
  const queryClient = useQueryClient();
  return useCallback(
    (entities) => {
      void queryClient.invalidateQueries({ queryKey: dashboardStatsKey });
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isShowing(queryKey, entities) });
    },
    [queryClient],
  );
}
