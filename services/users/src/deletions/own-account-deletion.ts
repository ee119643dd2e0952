import { deletedLearnerName, messages, userEvent } from '@khmer-learning/contracts';
import {
  ApiError,
  conflict,
  type RequestContext,
  type Transaction,
  transact,
} from '@khmer-learning/service-kit';
import type { PasswordService } from '../passwords/password.service.ts';
import type { LearnerProgress } from '../progress/learner-progress.ts';
import type { RegistrationService } from '../registrations/registration.service.ts';
import type { RefreshFamilies } from '../sessions/refresh-families.ts';
import { languagePreferenceOf } from '../users/language-preference.ts';
import type { UsersContext } from '../users-context.ts';
import type { ErasureModel } from './erasure-job.ts';

/**
 * Deletes the learner's own account and data: here at once, in audit log and progress by jobs, in other services with the
 * tombstone whose actor is the user. Mails the learner. @throws ApiError 401 without an account, 409 for staff
 */
export type OwnAccountDeletion = (context: RequestContext, id: number) => Promise<void>;

export function createOwnAccountDeletion(
  deps: UsersContext & {
    readonly registrations: Pick<RegistrationService, 'discard'>;
    readonly passwords: Pick<PasswordService, 'discardLink'>;
    readonly refreshFamilies: Pick<RefreshFamilies, 'endAllOf'>;
    readonly progress: Pick<LearnerProgress, 'erase'>;
    readonly eraseNotes: (tx: Transaction, userId: number) => Promise<void>;
    readonly erasures: ErasureModel;
    readonly wakeErasureJob: () => void;
  },
): OwnAccountDeletion {
  const { service, accounts, registrations, passwords, refreshFamilies, limits, mailQueue, erasures } = deps;
  const { progress, eraseNotes } = deps;
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
      await eraseNotes(tx, id);
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
