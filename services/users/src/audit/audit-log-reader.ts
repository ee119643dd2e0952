import {
  type AuditEntry,
  type auditList,
  defaultPageSize,
  type QueryOf,
  type ResponseOf,
} from '@khmer-learning/contracts';
import { createCountCache, pageOf } from '@khmer-learning/service-kit';
import type { FilterQuery } from 'mongoose';
import type { UserDisplayInfo, UserNameLookup } from '../users/user-name-lookup.ts';
import type { AuditModel, AuditRow } from './audit.model.ts';

type Query = QueryOf<typeof auditList>;

/**
 * Creates the reader of the audit log: a query gives one page, newest record first, and the total count.
 * An index serves every combination of filters together with the order.
 */
export function createAuditLogReader(auditLog: AuditModel, findUserNames: UserNameLookup) {
  const counts = createCountCache();
  return async (query: Query): Promise<ResponseOf<typeof auditList>> => {
    const filter = toAuditFilter(query);
    // The audit log grows without bound, so a query without `limit` still gets one page.
    const { limit, offset } = pageOf(query) ?? { limit: defaultPageSize, offset: 0 };
    const [rows, total] = await Promise.all([
      auditLog
        .find(filter, { expiresAt: 0 }, { limit, skip: offset })
        .sort({ at: -1, _id: -1 })
        .lean<Omit<AuditRow, 'expiresAt'>[]>(),
      counts.get(JSON.stringify(filter), () => auditLog.countDocuments(filter).exec()),
    ]);
    const actorIds = rows.flatMap(({ actor }) => (actor ? [actor.id] : []));
    const names = await findUserNames([...new Set(actorIds)]);
    return { data: rows.map((row) => toEntry(row, names)), total };
  };
}

function toAuditFilter({ entity, entityId, action, actorId, from, to }: Query): FilterQuery<AuditRow> {
  return {
    ...(entity === undefined ? {} : { entity }),
    ...(entityId === undefined ? {} : { entityId }),
    ...(action === undefined ? {} : { action }),
    ...(actorId === undefined ? {} : { 'actor.id': actorId }),
    at: {
      // Without any condition the count would scan the documents instead of an index.
      $gte: new Date(from ?? 0),
      ...(to === undefined ? {} : { $lt: new Date(to) }),
    },
  };
}

function toEntry(
  { _id, at, actor, ...rest }: Omit<AuditRow, 'expiresAt'>,
  names: ReadonlyMap<number, UserDisplayInfo>,
): AuditEntry {
  return { ...rest, id: _id, at: at.toISOString(), actor: actor && { ...actor, ...names.get(actor.id) } };
}
