import type { Connection } from 'mongoose';
import { type UserRow, userModel } from './user.model.ts';

/** What people call a person. */
export interface UserDisplayInfo {
  readonly name: string;
  readonly email: string;
}

/** Gives the names of those people that are still there, by id, in one query. */
export type UserNameLookup = (ids: readonly number[]) => Promise<Map<number, UserDisplayInfo>>;

/** The names of the people in a database. */
export function createUserNameLookup(connection: Connection): UserNameLookup {
  const users = userModel(connection);
  return async (ids) => {
    if (ids.length === 0) return new Map();
    const found = await users
      .find({ _id: { $in: ids } }, { firstName: 1, lastName: 1, email: 1 })
      .lean<Pick<UserRow, '_id' | 'firstName' | 'lastName' | 'email'>[]>();
    return new Map(
      found.map(({ _id, firstName, lastName, email }) => [_id, { name: `${firstName} ${lastName}`, email }]),
    );
  };
}
