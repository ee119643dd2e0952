import {
  type AuditEntry,
  type auditList,
  defaultPageSize,
  type QueryOf,
  type ResponseOf,
} from '@khmer-learning/contracts';
import { createListStore, type ListQuery, pageOf, readPage } from '@khmer-learning/service-kit';
import type { UserDisplayInfo, UserNameLookup } from '../users/user-name-lookup.ts';
import type { AuditModel, AuditRow } from './audit.model.ts';

type Query = QueryOf<typeof auditList>;
type ListedRow = Omit<AuditRow, 'expiresAt'>;

/** Reads pages of the audit log with the total count. Each combination of filters and order has an index. */
export function createAuditLogReader(auditLog: AuditModel, findUserNames: UserNameLookup) {
  const lists = createListStore();
  return async (query: Query): Promise<ResponseOf<typeof auditList>> => {
    // The audit log grows without bound, so a query without `limit` still gets one page.
    const page = pageOf(query) ?? { limit: defaultPageSize, offset: 0 };
    const { rows, total, totalIsEstimate } = await readPage<AuditRow, ListedRow>(
      lists,
      auditLog,
      toListQuery(query),
      page,
      { expiresAt: 0 },
    );
    const actorIds = rows.flatMap(({ actor }) => (actor ? [actor.id] : []));
    const names = await findUserNames([...new Set(actorIds)]);
    return { data: rows.map((row) => toEntry(row, names)), total, totalIsEstimate };
  };
}

function toListQuery({ entity, entityId, action, actorId, from, to, sort: order }: Query): ListQuery {
  const range = {
    ...(from === undefined ? {} : { $gte: new Date(from) }),
    ...(to === undefined ? {} : { $lt: new Date(to) }),
  };
  const where = {
    ...(actorId === undefined ? {} : { 'actor.id': actorId }),
    ...(entity === undefined ? {} : { entity }),
    ...(entityId === undefined ? {} : { entityId }),
    ...(action === undefined ? {} : { action }),
    ...(Object.keys(range).length > 0 ? { at: range } : {}),
  };
  const newestFirst = { at: -1, _id: -1 } as const;
  const sort = order === 'at' ? ({ at: 1, _id: 1 } as const) : newestFirst;
  return { where, hint: { ...indexedFields(where), ...newestFirst }, sort };
}

/** The filters in the index to use. An entity has few records, so its index needs no others. */
function indexedFields(where: object): Record<string, 1> {
  const candidates = 'entityId' in where ? ['entityId', 'entity'] : ['actor.id', 'entity', 'action'];
  return Object.fromEntries(candidates.filter((field) => field in where).map((field) => [field, 1]));
}

function toEntry(
  { _id, at, actor, ...rest }: ListedRow,
  names: ReadonlyMap<number, UserDisplayInfo>,
): AuditEntry {
  return { ...rest, id: _id, at: at.toISOString(), actor: actor && { ...actor, ...names.get(actor.id) } };
}
