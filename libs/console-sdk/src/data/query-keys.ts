/**
 * The query keys of one kind of entity. Invalidate `all` after a change: it covers every list and detail.
 * @param entity as in the contract's ids: `lessons`
 */
export function queryKeys(entity: string) {
  return {
    all: [entity],
    lists: [entity, 'list'],
    list: (query: object = {}) => [entity, 'list', query],
    detail: (id: number) => [entity, 'detail', id],
  } as const;
}

/** The audit trail; it grows with every change. */
export const auditKeys = queryKeys('audit');

/** The dashboard's figures; refreshed after every change. */
export const dashboardStatsKey = ['dashboard', 'stats'] as const;
