import type { Connection } from 'mongoose';
import { deletedItemsOf } from '../versions/deleted-items.ts';
import { versionsOf } from '../versions/version-rows.ts';
import { restorationsOf } from './restoration.job.ts';
import { userNamesOf } from './user-names.ts';

/** Registers the models of a service that keeps versions, so that their collections and indexes are created. */
export function registerHistoryModels(connection: Connection): void {
  versionsOf(connection);
  deletedItemsOf(connection);
  restorationsOf(connection);
  userNamesOf(connection);
}
