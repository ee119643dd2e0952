import { deletedLearnerName } from '@khmer-learning/contracts';
import type { Migration } from '@khmer-learning/service-kit';
import type { CommerceConfig } from '../config.ts';

const dayMs = 24 * 60 * 60_000;

/** Gives purchases of earlier deleted users the date on which the address is erased. */
export const emailErasures: Migration<CommerceConfig> = {
  name: '0001-email-erasures',
  async up(connection, config) {
    const eraseEmailAt = new Date(Date.now() + config.DELETED_EMAIL_RETENTION_DAYS * dayMs);
    await connection
      .collection('purchases')
      .updateMany(
        { userId: null, eraseEmailAt: { $exists: false }, userEmail: { $ne: deletedLearnerName } },
        { $set: { eraseEmailAt } },
      );
  },
};
