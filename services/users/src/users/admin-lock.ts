import { lockRows, type Transaction } from '@khmer-learning/service-kit';
import { type Connection, Schema } from 'mongoose';

interface AdminLockRow {
  _id: string;
}

// Its name in the database is that of the first release: instances of two releases must lock the same row.
const adminLockSchema = new Schema<AdminLockRow>(
  { _id: { type: String, required: true } },
  { collection: 'admin_turns', versionKey: false },
);

/** Serialises decisions on the number of admins: two who deactivate each other would write different rows (`lockRows`). */
export function createAdminLock(connection: Connection) {
  const locks = connection.model('AdminLock', adminLockSchema);
  return {
    async acquire(tx: Transaction): Promise<void> {
      await lockRows<AdminLockRow>(locks, ['admins'], tx.session, { insert: () => ({}) });
    },
  };
}
