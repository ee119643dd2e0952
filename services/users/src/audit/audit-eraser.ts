import { deletedLearnerName, userEvent } from '@khmer-learning/contracts';
import type { AuditModel } from './audit.model.ts';

/** A learner whose personal data are to be erased. */
export interface DeletedLearner {
  readonly id: number;
  readonly email: string;
  readonly deletedAt: Date;
}

/** Erases a learner's name and addresses from the records that are stored now. The records themselves stay. */
export type AuditEraser = (learner: DeletedLearner) => Promise<void>;

export function createAuditEraser(auditLog: AuditModel): AuditEraser {
  return async ({ id, email, deletedAt }) => {
    const title = deletedLearnerName;
    const aboutLearner = { entity: userEvent.entity, entityId: String(id) };
    await auditLog.updateMany(
      { 'actor.id': id },
      { $set: { 'actor.name': deletedLearnerName, 'actor.email': '', address: null } },
    );
    await auditLog.updateMany(aboutLearner, { $set: { title } });
    await auditLog.updateMany({ ...aboutLearner, actor: null }, { $set: { address: null } });
    // Such as failed sign-ins, and refunds. The address may belong to a new account since then.
    const withEmail = { title: email, at: { $lte: deletedAt } };
    await auditLog.updateMany({ ...withEmail, actor: null }, { $set: { title, address: null } });
    await auditLog.updateMany(withEmail, { $set: { title } });
  };
}
