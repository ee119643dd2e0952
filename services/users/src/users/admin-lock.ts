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
 * Lets only one transaction at a time decide by how many admins there are.
 *
 * Each of two transactions sees the admins as they were at its start and writes another row, so MongoDB
 * would let both commit: two admins could deactivate each other. As both write this one row, the later
 * one starts again and sees what the first has done.
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
