export { markItems } from './changes/item-marks.ts';
export { mountComments } from './comments/mount-comments.ts';
export {
  forgetDeletedItems,
  type History,
  parentDeleted,
  type RestorableItem,
} from './history/history.ts';
export { requestRestorations, restorationJob } from './history/restoration.job.ts';
export { findUserNames, isActiveStaff, startUserNameConsumer } from './history/user-names.ts';
export { createInBatches } from './kinds/create-in-batches.ts';
export { createItems } from './kinds/create-items.ts';
export { createImportedItems } from './kinds/imported-items.ts';
export { createItemEdits } from './kinds/item-edits.ts';
export {
  emitItem,
  type ItemChange,
  omitUndefined,
  pickFields,
  withEventFields,
} from './kinds/item-feed.ts';
export { defineKind, definePublishableKind, oneByOne } from './kinds/item-kind.ts';
export {
  itemSchema,
  newestFirst,
  newestQuery,
  rowReader,
  type StoredItem,
} from './kinds/item-rows.ts';
export { mountItems, mountPublishing } from './kinds/mount-items.ts';
export { limitToIds } from './kinds/pending-items.ts';
export { createPublishableItems } from './kinds/publishable-items.ts';
export { itemSources, registerItemJobs, registerItems, type ServiceKinds } from './kinds/register-items.ts';
export { findOwnership, owningPurchasesOf, startPurchaseConsumer } from './ownership/owning-purchases.ts';
export { createOrder } from './positions/sibling-positions.ts';
export { asDerived, requireRights } from './rights/require-rights.ts';
export {
  checkReleasedItems,
  publishReleasedItems,
} from './schedules/publish-together.ts';
export { futureTime, type ScheduledKind } from './schedules/schedules.ts';
export { searchOrCorrect, storeWords, storeWordsOf, wordedKind } from './search/dictionary.ts';
export { readMatchLines } from './search/match-lines.ts';
export { recomputeDeletedItems } from './versions/deleted-items.ts';
export { findWorkingCopyIds, readWorkingCopy, workingCopiesOf } from './working-copies/working-copy-rows.ts';
