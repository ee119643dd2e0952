import { type ListTotal, type QueryOf, roles, type usersList } from '@khmer-learning/contracts';
import {
  type FoundPage,
  type ListQuery,
  type ListStore,
  listOrder,
  pageOf,
  readPage,
  searchCondition,
} from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';
import { type UserRow, userIndexes, userModel, userSortIndexes } from './user.model.ts';

type Query = QueryOf<typeof usersList>;

const excludedFields = {
  passwordHash: 0,
  identities: 0,
  sessions: 0,
  searchKeys: 0,
  searchText: 0,
  nameSort: 0,
} as const;
export type ListedUser = Omit<UserRow, keyof typeof excludedFields>;

/** A page of users and the number of all that match, with an index for each filter. @param searched `names`: not addresses */
export async function listUsers(
  connection: Connection,
  store: ListStore,
  query: Query,
  searched: 'all' | 'names' = 'all',
): Promise<FoundPage<ListedUser> & ListTotal> {
  const order = listOrder(userSortIndexes, query.sort);
  return readPage<UserRow, ListedUser>(
    store,
    userModel(connection),
    toListQuery(query, searched),
    pageOf(query),
    excludedFields,
    order,
  );
}

function toListQuery({ role, isActive, search }: Query, inside: 'all' | 'names'): ListQuery {
  const filters = {
    ...(role === undefined ? {} : { role }),
    ...(isActive === undefined ? {} : { isActive: isActive === 'true' }),
    ...(isActive === 'invited' ? { invitedUntil: { $exists: true } } : {}),
  };
  const sort = { _id: -1 } as const;
  const filtered =
    isActive === 'invited'
      ? { where: { role: { $in: roles }, ...filters }, hint: userIndexes.invited }
      : { where: filters, hint: filterIndex(filters) };
  const searched = searchCondition(search);
  if (!searched.searchKeys) return { ...filtered, sort };
  const unsearched = Object.keys(filters).length > 0 ? filtered : undefined;
  const named = inside === 'names' ? (search ?? '').trim().split(/\s+/).map(namedCondition) : [];
  const conditions = [...(searched.$and ?? []), ...named];
  const where = { ...searched, ...filters, ...(conditions.length > 0 ? { $and: conditions } : {}) };
  return { where, hint: userIndexes.words, sort, unsearched };
}

/** A name with a word that begins so. */
function namedCondition(word: string) {
  const $regex = `(^|[\\s-])${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`;
  const pattern = { $regex, $options: 'i' };
  return { $or: [{ firstName: pattern }, { lastName: pattern }] };
}

function filterIndex({ role, isActive }: { role?: unknown; isActive?: unknown }) {
  if (role === undefined) return isActive === undefined ? userIndexes.newest : userIndexes.status;
  return isActive === undefined ? userIndexes.role : userIndexes.roleAndStatus;
}
