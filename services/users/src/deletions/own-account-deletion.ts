import { deletedLearnerName, messages, userEvent } from '@khmer-learning/contracts';
import { ApiError, conflict, type RequestContext, type Service, transact } from '@khmer-learning/service-kit';
import type { Model } from 'mongoose';
import type { LearnerNoteRow } from '../learners/learner-note.model.ts';
import type { MailQueue } from '../mails/mail-queue.ts';
import type { PasswordService } from '../passwords/password.service.ts';
import type { LearnerProgress } from '../progress/learner-progress.ts';
import type { RegistrationService } from '../registrations/registration.service.ts';
import type { AttemptLimiter } from '../sessions/attempt-limiter.ts';
import type { RefreshFamilies } from '../sessions/refresh-families.ts';
import type { AccountRepository } from '../users/account-repository.ts';
import { languagePreferenceOf } from '../users/language-preference.ts';
import type { ErasureModel } from './erasure.model.ts';

export interface OwnAccountDeletionDeps {
  readonly service: Pick<Service, 'connection' | 'relay'>;
  readonly accounts: Pick<AccountRepository, 'find' | 'deleteLearner'>;
  readonly registrations: Pick<RegistrationService, 'discard'>;
  readonly passwords: Pick<PasswordService, 'discardLink'>;
  readonly refreshFamilies: Pick<RefreshFamilies, 'endAllOf'>;
  readonly limits: Pick<AttemptLimiter, 'clear'>;
  readonly progress: Pick<LearnerProgress, 'erase'>;
  readonly notes: Model<LearnerNoteRow>;
  readonly mailQueue: MailQueue;
  readonly erasures: ErasureModel;
  /** Starts the erasure job now. */
  readonly wakeErasureJob: () => void;
}

/**
 * Deletes the account of the learner who asks for it, with all personal data: here at once, in the audit log and the
 * progress by erasure jobs, in other services when they receive the tombstone whose actor is the user. The learner gets a mail.
 *
 * @throws ApiError 401 when the account is gone, 409 for staff, whose accounts an admin deletes
 */
export type OwnAccountDeletion = (context: RequestContext, id: number) => Promise<void>;

/** Creates the deletion. */
export function createOwnAccountDeletion(deps: OwnAccountDeletionDeps): OwnAccountDeletion {
  const { service, accounts, registrations, passwords, refreshFamilies, limits, mailQueue, erasures } = deps;
  const { progress, notes } = deps;
  return async (context, id) => {
    const { result: email } = await transact(service, context, async (tx) => {
      const { session } = tx;
      const learner = await accounts.deleteLearner(tx, id);
      if (!learner) {
        if (await accounts.find(id)) throw conflict('You cannot delete your own account');
        throw new ApiError(401, messages.auth.unauthenticated);
      }
      const { email } = learner;
      await passwords.discardLink(tx, id);
      await registrations.discard(tx, email);
      await mailQueue.discard(email, session);
      await refreshFamilies.endAllOf(tx, id);
      await progress.erase(tx, id);
      await notes.deleteMany({ userId: id }, { session });
      tx.audit(userEvent, { action: 'deleted', id, title: deletedLearnerName, detail: learner.role });
      const now = new Date();
      await erasures.create([{ _id: id, email, deletedAt: now, dueAt: now }], { session });
      const mail = { kind: 'accountDeleted', email, at: now, ...languagePreferenceOf(learner) } as const;
      await mailQueue.add(context, mail, session);
      return email;
    });
    mailQueue.wake();
    deps.wakeErasureJob();
    await limits.clear(email);
  };
}
