import { deletedLearnerName, userEvent } from '@khmer-learning/contracts';
import type { JobDefinition } from '@khmer-learning/service-kit';
import type { AuditModel } from '../audit/audit.model.ts';
import type { ErasureModel, ErasureRow } from './erasure.model.ts';

const repeatMs = 60 * 60_000;
/** Personal data are erased within 24 hours (decisions, Accounts that end). */
const lastPassMs = 20 * repeatMs;

/**
 * The job that erases the names and addresses of deleted learners from the audit log: immediately, and then hourly for
 * 20 hours, because records of earlier actions arrive through a stream. The records themselves stay.
 */
export function createErasureJob(erasures: ErasureModel, auditLog: AuditModel): JobDefinition<ErasureRow> {
  return {
    name: 'erase-learner',
    collection: erasures.collection.name,
    dueFilter: () => ({ dueAt: { $lte: new Date() } }),
    async run(lease) {
      await eraseFromAuditLog(auditLog, lease.row);
      const { _id, deletedAt } = lease.row;
      const now = Date.now();
      if (now >= deletedAt.getTime() + lastPassMs) await erasures.deleteOne({ _id });
      else await lease.update({ $set: { dueAt: new Date(now + repeatMs) } });
    },
  };
}

async function eraseFromAuditLog(
  auditLog: AuditModel,
  { _id: id, email, deletedAt }: ErasureRow,
): Promise<void> {
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
}
