/**
 * The query keys of one entity type. Invalidate `all` after a change: it covers every list and detail.
 * @param entity as in the contract's endpoint ids: `lessons`
 */
export function queryKeys(entity: string) {
  return {
    all: [entity],
    lists: [entity, 'list'],
    list: (query: object = {}) => [entity, 'list', query],
    detail: (id: number) => [entity, 'detail', id],
  } as const;
}

/** Query keys of the audit log, which every change extends. */
export const auditKeys = queryKeys('audit');

/** Query key of the dashboard's statistics, which are refetched after every change. */
export const dashboardStatsKey = ['dashboard', 'stats'] as const;
