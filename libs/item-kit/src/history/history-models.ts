import { addCommitHook } from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';
import { storeItemChanges } from '../changes/store-item-changes.ts';
import { deletedItemsOf } from '../versions/deleted-items.ts';
import { versionsOf } from '../versions/version-rows.ts';
import { restorationsOf } from './restoration.job.ts';
import { userNamesOf } from './user-names.ts';

/**
 * Registers the models of a service that keeps versions, so that their collections and indexes are created, and has every
 * transaction of the connection store versions and deletions.
 */
export function registerHistoryModels(connection: Connection): void {
  versionsOf(connection);
  deletedItemsOf(connection);
  restorationsOf(connection);
  userNamesOf(connection);
  addCommitHook(connection, storeItemChanges);
}
