import type { EntityName } from '@khmer-learning/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/** An entity whose changes remotes announce to each other: one of the contracts, or one of a team's own, `service.entity`. */
export type ChangedEntity = EntityName | `${string}.${string}`;

/** The entities that queries show, by the name in their keys; null if no remote says so. Shared, like this module. */
const shownEntities = new Map<string, readonly ChangedEntity[] | null>();

/**
 * The query keys of one type of data. `all` covers every list and detail.
 * @param name unique among the remotes: `lessons`
 * @param shows the entities in the data, whose changes refresh the queries. Without it, every announced change does.
 */
export function queryKeys(name: string, shows?: readonly ChangedEntity[]) {
  const known = shownEntities.get(name) ?? null;
  shownEntities.set(name, shows === undefined ? known : [...new Set([...(known ?? []), ...shows])]);
  return {
    all: [name],
    lists: [name, 'list'],
    list: (query: object = {}) => [name, 'list', query],
    detail: (id: number) => [name, 'detail', id],
  } as const;
}

/** Whether the queries with a key of `queryKeys` show one of the entities, or do not say what they show. */
function isShowing([name]: readonly unknown[], entities: readonly ChangedEntity[]): boolean {
  const shown = typeof name === 'string' ? shownEntities.get(name) : undefined;
  if (shown === undefined) return false;
  return entities.some((entity) => shown?.includes(entity) ?? true);
}

/** Query keys of the audit log, which every change extends, but only a moment later. */
export const auditKeys = queryKeys('audit', []);

/** Query key of the dashboard's statistics, which are refetched after every change. */
export const dashboardStatsKey = ['dashboard', 'stats'] as const;

/**
 * The channel through which remotes learn of each other's changes: `announce(['lesson'])` refreshes the dashboard and every query whose
 * `queryKeys` show that entity. `useApiMutation` announces its `changes` itself.
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
