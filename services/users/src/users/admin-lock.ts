import { lockRows, type Transaction } from '@khmer-learning/service-kit';
import mongoose, { type Connection } from 'mongoose';

const { Schema } = mongoose;

interface AdminLockRow {
  _id: string;
}

// Its name in the database is that of the first release: instances of two releases must lock the same row.
const adminLockSchema = new Schema<AdminLockRow>(
  { _id: { type: String, required: true } },
  { collection: 'admin_turns', versionKey: false },
);

/**
 * A lock that serialises the transactions whose decision depends on the number of admins: two admins who deactivate
 * each other at the same time would write different rows (see `lockRows`).
 */
export function createAdminLock(connection: Connection) {
  const locks = connection.model('AdminLock', adminLockSchema);
  return {
    async acquire(tx: Transaction): Promise<void> {
      await lockRows<AdminLockRow>(locks, ['admins'], tx.session, { insert: () => ({}) });
    },
  };
}
export type AdminLock = ReturnType<typeof createAdminLock>;
