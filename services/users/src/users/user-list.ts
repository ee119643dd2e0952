import { pageSize, type QueryOf, type usersList } from '@khmer-learning/contracts';
import { searchQuery } from '@khmer-learning/khmer-text';
import type { CountCache } from '@khmer-learning/service-kit';
import type { FilterQuery } from 'mongoose';
import type { UserModel, UserRow } from './user.model.ts';

type Query = QueryOf<typeof usersList>;

const leftOut = { passwordHash: 0, sessions: 0, searchKeys: 0, searchText: 0 } as const;
export type ListedUser = Omit<UserRow, keyof typeof leftOut>;

/** A page of users, newest first, and how many match. An index serves every combination of filters. */
export async function listUsers(
  users: UserModel,
  counts: CountCache,
  query: Query,
): Promise<{ rows: ListedUser[]; total: number }> {
  const filter = filterOf(query);
  const matching = users.find(filter, leftOut).sort({ _id: -1 });
  const [rows, total] = await Promise.all([
    page(matching, query).lean<ListedUser[]>(),
    counts.get(JSON.stringify(filter), () => users.countDocuments(filter).exec()),
  ]);
  return { rows, total };
}

function filterOf({ role, isActive, search }: Query): FilterQuery<UserRow> {
  const { keys, patterns } = searchQuery(search ?? '');
  return {
    // Without any other condition the count walks the index of ids instead of the users.
    _id: { $gt: 0 },
    ...(role === undefined ? {} : { role }),
    ...(isActive === undefined ? {} : { isActive: isActive === 'true' }),
    ...(keys.length === 0 ? {} : { searchKeys: { $all: keys } }),
    ...(patterns.length === 0 ? {} : { $and: patterns.map(($regex) => ({ searchText: { $regex } })) }),
  };
}

/** `limit` or `offset` alone means a page too; without both every row is asked for. */
function page<Q extends { skip(count: number): Q; limit(count: number): Q }>(
  matching: Q,
  { limit, offset }: Query,
): Q {
  if (limit === undefined && offset === undefined) return matching;
  return matching.skip(offset ?? 0).limit(limit ?? pageSize);
}
