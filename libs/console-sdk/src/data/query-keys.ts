import type { ChangedEntity } from './changed-entity.ts';

/** The entities that queries show, by the name in their keys; null if no remote says so. Shared, like this module. */
const shownEntities = new Map<string, readonly ChangedEntity[] | null>();

/**
 * The query keys of one type of data. `all` covers every list and detail.
 *
 * @param name unique among the remotes: `lessons`
 * @param shows the entities that the data contains, of any remote: a change of one of them refreshes the queries.
 *   Without it, every announced change does.
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
export function isShowing([name]: readonly unknown[], entities: readonly ChangedEntity[]): boolean {
  const shown = typeof name === 'string' ? shownEntities.get(name) : undefined;
  if (shown === undefined) return false;
  return entities.some((entity) => shown?.includes(entity) ?? true);
}

/** Query keys of the audit log, which every change extends, but only a moment later. */
export const auditKeys = queryKeys('audit', []);

/** Query key of the dashboard's statistics, which are refetched after every change. */
export const dashboardStatsKey = ['dashboard', 'stats'] as const;
