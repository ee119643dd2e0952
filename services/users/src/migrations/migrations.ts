import type { Migration } from '@khmer-learning/service-kit';
import { oneKeyPerAdmin } from './0001-one-key-per-admin.ts';
import { rateLimits } from './0002-rate-limits.ts';
import { nameSortKeys } from './0003-name-sort-keys.ts';
import { foldedKeys } from './0004-folded-keys.ts';
import { reviewSchedules } from './0005-review-schedules.ts';

export const migrations: readonly Migration[] = [
  oneKeyPerAdmin,
  rateLimits,
  nameSortKeys,
  foldedKeys,
  reviewSchedules,
];
