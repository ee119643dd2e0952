import type { JobDefinition } from '@khmer-learning/service-kit';
import type { AuditEraser } from '../audit/audit-eraser.ts';
import type { ErasureModel, ErasureRow } from './erasure.model.ts';

const repeatMs = 60 * 60_000;
/** Hours within which personal data are erased. */
export const maxErasureHours = 24;
const lastPassMs = 20 * repeatMs;

/**
 * The job that erases deleted learners from the audit log: immediately, and then hourly for 20 hours, because records of
 * earlier actions arrive through a stream.
 */
export function createErasureJob(erasures: ErasureModel, erase: AuditEraser): JobDefinition<ErasureRow> {
  return {
    name: 'erase-learner',
    collection: erasures.collection.name,
    dueFilter: () => ({ dueAt: { $lte: new Date() } }),
    async run(lease) {
      const { _id: id, email, deletedAt } = lease.row;
      await erase({ id, email, deletedAt });
      const now = Date.now();
      if (now >= deletedAt.getTime() + lastPassMs) await erasures.deleteOne({ _id: id });
      else await lease.update({ $set: { dueAt: new Date(now + repeatMs) } });
    },
  };
}
