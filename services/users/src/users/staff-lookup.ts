import { reviewLimits, staffRoles } from '@khmer-learning/contracts';
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

/** Most admins that a mail is sent to. */
const maxAdmins = 100;

/** Creates the function that finds the admins who can use the console now: the first hundred. */
export function createAdminLookup(connection: Connection) {
  const users = userModel(connection);
  return (session: ClientSession): Promise<StaffMember[]> =>
    users
      .find({ role: 'admin', isActive: true })
      .sort({ _id: 1 })
      .limit(maxAdmins)
      .select({ email: 1, language: 1, numerals: 1 })
      .session(session)
      .lean<StaffMember[]>();
}

/** Creates the function that finds who may publish a reviewed item and can use the console now: the first of them. */
export function createReviewerLookup(connection: Connection) {
  const users = userModel(connection);
  return (
    { mainLessonId }: { readonly mainLessonId: number | null },
    session: ClientSession,
  ): Promise<StaffMember[]> =>
    users
      .find({
        isActive: true,
        role: { $in: staffRoles },
        'rights.canPublish': { $ne: false },
        // Null: of who has no limit, too.
        'rights.mainLessonIds': { $in: mainLessonId === null ? [null] : [null, mainLessonId] },
      })
      .sort({ _id: 1 })
      .limit(reviewLimits.reviewers)
      .select({ email: 1, language: 1, numerals: 1 })
      .session(session)
      .lean<StaffMember[]>();
}
