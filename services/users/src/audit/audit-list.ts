import {
  type AuditEntry,
  type auditList,
  pageSize,
  type QueryOf,
  type ResponseOf,
} from '@khmer-learning/contracts';
import { createCountCache, pageOf } from '@khmer-learning/service-kit';
import type { FilterQuery } from 'mongoose';
import type { UserModel, UserRow } from '../users/user.model.ts';
import type { AuditActor, AuditModel, AuditRow } from './audit.model.ts';

type Query = QueryOf<typeof auditList>;

/** Reads the audit trail, the newest record first. An index serves every combination of filters and the order. */
export function createAuditList(trail: AuditModel, users: UserModel) {
  const counts = createCountCache();
  return async (query: Query): Promise<ResponseOf<typeof auditList>> => {
    const filter = filterOf(query);
    // A trail has no end: without `limit` it is a page like any other.
    const { limit, offset } = pageOf(query) ?? { limit: pageSize, offset: 0 };
    const [rows, total] = await Promise.all([
      trail
        .find(filter, { expiresAt: 0 }, { limit, skip: offset })
        .sort({ at: -1, _id: -1 })
        .lean<Omit<AuditRow, 'expiresAt'>[]>(),
      counts.get(JSON.stringify(filter), () => trail.countDocuments(filter).exec()),
    ]);
    const names = await currentNames(users, rows);
    return { data: rows.map((row) => toEntry(row, names)), total };
  };
}

function filterOf({ entity, entityId, action, actorId, from, to }: Query): FilterQuery<AuditRow> {
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

type Named = Pick<AuditActor, 'name' | 'email'>;

/** What the people of a page are called now, in one query. */
async function currentNames(
  users: UserModel,
  rows: readonly Pick<AuditRow, 'actor'>[],
): Promise<ReadonlyMap<number, Named>> {
  const ids = [...new Set(rows.flatMap(({ actor }) => (actor ? [actor.id] : [])))];
  if (ids.length === 0) return new Map();
  const people = await users
    .find({ _id: { $in: ids } }, { firstName: 1, lastName: 1, email: 1 })
    .lean<Pick<UserRow, '_id' | 'firstName' | 'lastName' | 'email'>[]>();
  return new Map(
    people.map((user) => [user._id, { name: `${user.firstName} ${user.lastName}`, email: user.email }]),
  );
}

function toEntry(
  { _id, at, actor, ...rest }: Omit<AuditRow, 'expiresAt'>,
  names: ReadonlyMap<number, Named>,
): AuditEntry {
  return { ...rest, id: _id, at: at.toISOString(), actor: actor && { ...actor, ...names.get(actor.id) } };
}
