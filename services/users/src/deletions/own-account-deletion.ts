import { deletedLearnerName, messages, userEvent } from '@khmer-learning/contracts';
import { ApiError, conflict, type RequestContext, type Service, transact } from '@khmer-learning/service-kit';
import type { MailJobModel } from '../mails/mail-job.model.ts';
import type { MailQueue } from '../mails/mail-queue.ts';
import type { ResetTokenModel } from '../passwords/reset-token.model.ts';
import type { PendingRegistrationModel } from '../registrations/pending-registration.model.ts';
import type { AttemptLimiter } from '../sessions/attempt-limiter.ts';
import type { RefreshFamilies } from '../sessions/refresh-families.ts';
import { emitUserDeleted } from '../users/user.events.ts';
import type { UserModel, UserRow } from '../users/user.model.ts';
import type { ErasureModel } from './erasure.model.ts';

export interface OwnAccountDeletionDeps {
  readonly service: Pick<Service, 'connection' | 'relay'>;
  readonly users: UserModel;
  readonly pending: PendingRegistrationModel;
  readonly resetTokens: ResetTokenModel;
  readonly mailJobs: MailJobModel;
  readonly refreshFamilies: Pick<RefreshFamilies, 'endAllOf'>;
  readonly limits: Pick<AttemptLimiter, 'clear'>;
  readonly mailQueue: MailQueue;
  readonly erasures: ErasureModel;
  /** Starts the erasure job now. */
  readonly wakeErasureJob: () => void;
}

/**
 * Deletes the account of the learner who asks for it, with all personal data: here at once, in the audit log by the
 * erasure job, in other services when they receive the tombstone whose actor is the user. The learner gets a mail.
 *
 * @throws ApiError 401 when the account is gone, 409 for staff, whose accounts an admin deletes
 */
export type OwnAccountDeletion = (context: RequestContext, id: number) => Promise<void>;

/** Creates the deletion. */
export function createOwnAccountDeletion(deps: OwnAccountDeletionDeps): OwnAccountDeletion {
  const { service, users, pending, resetTokens, mailJobs, refreshFamilies, limits, mailQueue, erasures } =
    deps;
  return async (context, id) => {
    const { result: email } = await transact(service, context, async (tx) => {
      const { session } = tx;
      const user = await users.findById(id).session(session).lean<UserRow>();
      if (!user) throw new ApiError(401, messages.auth.unauthenticated);
      if (user.role !== 'student') throw conflict('You cannot delete your own account');
      await users.deleteOne({ _id: id }, { session });
      await resetTokens.deleteOne({ _id: id }, { session });
      await pending.deleteMany({ email: user.email }, { session });
      await mailJobs.deleteMany({ email: user.email }, { session });
      await refreshFamilies.endAllOf(tx, id);
      emitUserDeleted(tx, user);
      tx.audit(userEvent, { action: 'deleted', id, title: deletedLearnerName, detail: user.role });
      const now = new Date();
      const { email } = user;
      await erasures.create([{ _id: id, email, deletedAt: now, dueAt: now }], { session });
      await mailQueue.add(context, { kind: 'accountDeleted', email, at: now }, session);
      return email;
    });
    mailQueue.wake();
    deps.wakeErasureJob();
    await limits.clear(email);
  };
}
