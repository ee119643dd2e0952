import { deletedLearnerName } from '@khmer-learning/contracts';
import type { Migration } from '@khmer-learning/service-kit';
import type { CommerceConfig } from '../config.ts';

const dayMs = 24 * 60 * 60_000;

/**
 * Purchases of users who were deleted before addresses were erased get the date on which theirs is:
 * `DELETED_EMAIL_RETENTION_DAYS` from now.
 */
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
