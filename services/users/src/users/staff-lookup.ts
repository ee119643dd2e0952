import { reviewLimits, staffRoles } from '@khmer-learning/contracts';
import type { ClientSession, Connection, FilterQuery } from 'mongoose';
import { type UserRow, userModel } from './user.model.ts';

/** Somebody who can use the console, as a mail needs it. */
type StaffMember = Pick<UserRow, '_id' | 'email' | 'language' | 'numerals'>;

/** Most admins that a mail is sent to. */
const maxAdmins = 100;

/** Creates the functions that find who can use the console now, in the order of their ids. */
export function createStaffLookup(connection: Connection) {
  const users = userModel(connection);
  const find = (where: FilterQuery<UserRow>, limit: number, session: ClientSession) =>
    users
      .find({ role: { $in: staffRoles }, ...where, isActive: true })
      .sort({ _id: 1 })
      .limit(limit)
      .select({ email: 1, language: 1, numerals: 1 })
      .session(session)
      .lean<StaffMember[]>();

  return {
    /** Those of some users. */
    of: (ids: readonly number[], session: ClientSession) => find({ _id: { $in: ids } }, 0, session),
    /** The first hundred admins. */
    admins: (session: ClientSession) => find({ role: 'admin' }, maxAdmins, session),
    /** The first of those who may publish a reviewed item. */
    reviewersOf: ({ mainLessonId }: { readonly mainLessonId: number | null }, session: ClientSession) =>
      find(
        {
          'rights.canPublish': { $ne: false },
          // Null: of who has no limit, too.
          'rights.mainLessonIds': { $in: mainLessonId === null ? [null] : [null, mainLessonId] },
        },
        reviewLimits.reviewers,
        session,
      ),
  };
}
