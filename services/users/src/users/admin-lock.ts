import type { Transaction } from '@khmer-learning/service-kit';
import mongoose, { type Connection } from 'mongoose';

const { Schema } = mongoose;

interface AdminLockRow {
  _id: string;
  taken: number;
}

const adminLockSchema = new Schema<AdminLockRow>(
  { _id: { type: String, required: true }, taken: { type: Number, default: 0 } },
  { collection: 'admin_turns', versionKey: false },
);

/**
 * A lock that serialises the transactions whose decision depends on the number of admins.
 *
 * Each of two concurrent transactions sees the admins as they were at its start and writes a different row, so MongoDB
 * would commit both: two admins could deactivate each other (write skew). Both write the lock row, so the later one
 * conflicts, is retried and sees the effect of the first.
 */
export function createAdminLock(connection: Connection) {
  const locks = connection.model('AdminTurn', adminLockSchema);
  return {
    async acquire(tx: Transaction): Promise<void> {
      await locks.updateOne({ _id: 'admins' }, { $inc: { taken: 1 } }, { session: tx.session, upsert: true });
    },
  };
}
export type AdminLock = ReturnType<typeof createAdminLock>;
