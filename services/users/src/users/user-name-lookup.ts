import type { Connection } from 'mongoose';
import { type UserRow, userModel } from './user.model.ts';

/** A user's name and address for display. */
export interface UserDisplayInfo {
  readonly name: string;
  readonly email: string;
}

/** Reads users' names by id in one query. Deleted users are missing from the result. */
export type UserNameLookup = (ids: readonly number[]) => Promise<Map<number, UserDisplayInfo>>;

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
