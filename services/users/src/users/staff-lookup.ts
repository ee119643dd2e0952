import { staffRoles } from '@khmer-learning/contracts';
import type { ClientSession, Connection } from 'mongoose';
import { type UserRow, userModel } from './user.model.ts';

/** Somebody who can use the console, as a mail needs it. */
export type StaffMember = Pick<UserRow, '_id' | 'email' | 'language' | 'numerals'>;

/** Creates the function that finds those of some users who can use the console now. */
export function createStaffLookup(connection: Connection) {
  const users = userModel(connection);
  return (ids: readonly number[], session: ClientSession): Promise<StaffMember[]> =>
    users
      .find({ _id: { $in: ids }, isActive: true, role: { $in: staffRoles } })
      .select({ email: 1, language: 1, numerals: 1 })
      .session(session)
      .lean<StaffMember[]>();
}
