import type { QueryOf, usersList } from '@khmer-learning/contracts';
import { searchQuery } from '@khmer-learning/khmer-text';
import type { FilterQuery } from 'mongoose';
import type { UserModel, UserRow } from './user.model.ts';

const listedFields = { passwordHash: 0, sessions: 0, searchKeys: 0, searchText: 0 } as const;
export type ListedUser = Omit<UserRow, keyof typeof listedFields>;

/** One page of users, newest first, and how many match. Every query is served by an index. */
export async function listUsers(
  users: UserModel,
  query: QueryOf<typeof usersList>,
): Promise<{ rows: ListedUser[]; total: number }> {
  const { filter, verify } = filterOf(query);
  if (verify) return pageOfVerified(users, filter, verify, query);
  const [rows, total] = await Promise.all([
    page(users.find(filter, listedFields).sort({ _id: -1 }), query).lean<ListedUser[]>(),
    users.countDocuments(filter),
  ]);
  return { rows, total };
}

function filterOf(query: QueryOf<typeof usersList>) {
  const search = query.search === undefined ? undefined : searchQuery(query.search);
  const filter: FilterQuery<UserRow> = {
    // Without any other condition this lets the count walk the index of ids instead of the users.
    _id: { $gt: 0 },
    ...(query.role === undefined ? {} : { role: query.role }),
    ...(query.isActive === undefined ? {} : { isActive: query.isActive === 'true' }),
    ...(search && search.keys.length > 0 ? { searchKeys: { $all: search.keys } } : {}),
  };
  return { filter, verify: search?.verify ?? null };
}

/** Long Khmer text: the keys find few candidates, and reading their text decides. */
async function pageOfVerified(
  users: UserModel,
  filter: FilterQuery<UserRow>,
  verify: (searchText: string) => boolean,
  query: QueryOf<typeof usersList>,
) {
  const candidates = await users
    .find(filter, { searchText: 1 })
    .sort({ _id: -1 })
    .lean<Pick<UserRow, '_id' | 'searchText'>[]>();
  const ids = candidates.filter((row) => verify(row.searchText)).map((row) => row._id);
  const { offset = 0, limit = ids.length } = query;
  const rows = await users
    .find({ _id: { $in: ids.slice(offset, offset + limit) } }, listedFields)
    .sort({ _id: -1 })
    .lean<ListedUser[]>();
  return { rows, total: ids.length };
}

function page<Q extends { skip(count: number): Q; limit(count: number): Q }>(
  find: Q,
  { offset, limit }: { offset?: number | undefined; limit?: number | undefined },
): Q {
  const from = offset === undefined ? find : find.skip(offset);
  return limit === undefined ? from : from.limit(limit);
}
