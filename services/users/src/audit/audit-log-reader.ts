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

/** Reads the audit trail, the newest record first. An index serves every combination of filters and the order. */
export function createAuditLogReader(auditLog: AuditModel, findUserNames: UserNameLookup) {
  const counts = createCountCache();
  return async (query: Query): Promise<ResponseOf<typeof auditList>> => {
    const filter = toAuditFilter(query);
    // A trail has no end: without `limit` it is a page like any other.
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
      // Without any condition the count would walk the rows instead of an index.
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
