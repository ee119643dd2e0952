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
import { type UserModel, type UserRow, userIndexes, userSortIndexes } from './user.model.ts';

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

/** A page of users, newest first or in another order, and the number of all that match. An index serves every combination of filters. */
export async function listUsers(
  users: UserModel,
  store: ListStore,
  query: Query,
): Promise<FoundPage<ListedUser> & ListTotal> {
  const order = listOrder(userSortIndexes, query.sort);
  return readPage<UserRow, ListedUser>(
    store,
    users,
    toListQuery(query),
    pageOf(query),
    excludedFields,
    order,
  );
}

function toListQuery({ role, isActive, search }: Query): ListQuery {
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
  return { where: { ...searched, ...filters }, hint: userIndexes.words, sort, unsearched };
}

function filterIndex({ role, isActive }: { role?: unknown; isActive?: unknown }) {
  if (role === undefined) return isActive === undefined ? userIndexes.newest : userIndexes.status;
  return isActive === undefined ? userIndexes.role : userIndexes.roleAndStatus;
}
