import type { QueryOf, usersList } from '@khmer-learning/contracts';
import { type CountCache, pageOf, searchCondition } from '@khmer-learning/service-kit';
import type { FilterQuery } from 'mongoose';
import type { UserModel, UserRow } from './user.model.ts';

type Query = QueryOf<typeof usersList>;

const excludedFields = {
  passwordHash: 0,
  identities: 0,
  sessions: 0,
  searchKeys: 0,
  searchText: 0,
} as const;
export type ListedUser = Omit<UserRow, keyof typeof excludedFields>;

/** A page of users, newest first, and the total count of matches. An index serves every combination of filters. */
export async function listUsers(
  users: UserModel,
  counts: CountCache,
  query: Query,
): Promise<{ rows: ListedUser[]; total: number }> {
  const filter = toUserFilter(query);
  const page = pageOf(query);
  const [rows, total] = await Promise.all([
    users
      .find(filter, excludedFields, page ? { limit: page.limit, skip: page.offset } : {})
      .sort({ _id: -1 })
      .lean<ListedUser[]>(),
    counts.get(JSON.stringify(filter), () => users.countDocuments(filter).exec()),
  ]);
  return { rows, total };
}

function toUserFilter({ role, isActive, search }: Query): FilterQuery<UserRow> {
  return {
    // Without any other condition the count scans the `_id` index instead of the documents.
    _id: { $gt: 0 },
    ...(role === undefined ? {} : { role }),
    ...(isActive === undefined ? {} : { isActive: isActive === 'true' }),
    ...searchCondition(search),
  };
}
