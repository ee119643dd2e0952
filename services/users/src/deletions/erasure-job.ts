import { type JobDefinition, type JobRow, modelOf } from '@khmer-learning/service-kit';
import { Schema } from 'mongoose';
import type { AuditEraser } from '../audit/audit-eraser.ts';

/** A learner who has deleted the account, until the learner's name and address are erased from the audit log. */
interface ErasureRow extends JobRow {
  _id: number;
  email: string;
  deletedAt: Date;
  /** When the audit log is searched next: its records arrive later than the deletion. */
  dueAt: Date;
}

const erasureSchema = new Schema<ErasureRow>(
  {
    _id: { type: Number, required: true },
    email: { type: String, required: true },
    deletedAt: { type: Date, required: true },
    dueAt: { type: Date, required: true },
  },
  { collection: 'erasures', versionKey: false },
).index({ dueAt: 1 });

export const erasureModel = modelOf('Erasure', erasureSchema);
export type ErasureModel = ReturnType<typeof erasureModel>;

const repeatMs = 60 * 60_000;
/** Hours within which personal data are erased. */
export const maxErasureHours = 24;
const lastPassMs = 20 * repeatMs;

/** Erases deleted learners from the audit log, at once and for 20 hours: records of earlier actions arrive later. */
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
