export { erasureJob } from './history/erasure.job.ts';
export {
  createHistory,
  forgetDeletedItems,
  type History,
  parentDeleted,
  type RestorableItem,
} from './history/history.ts';
export { registerHistoryModels } from './history/history-models.ts';
export { requestRestorations, restorationJob } from './history/restoration.job.ts';
export { startUserNameConsumer } from './history/user-names.ts';
export { findOwnership, owningPurchasesOf, startPurchaseConsumer } from './ownership/owning-purchases.ts';
export {
  computePositionAfter,
  createSiblingMover,
  type FindSiblings,
  type Placement,
  type SiblingPosition,
  type SiblingRepository,
  storeShiftedSiblings,
} from './positions/sibling-positions.ts';
export { scheduleJob } from './schedules/schedule.job.ts';
export { schedulesOf } from './schedules/schedule-rows.ts';
export { createSchedules, type ScheduledKind, type Schedules } from './schedules/schedules.ts';
export { auditInputForRestoration, auditInputForUpdate } from './versions/audit-input.ts';
export { recomputeDeletedItems } from './versions/deleted-items.ts';
export {
  createWorkingCopies,
  type PublishedItem,
  type WorkingCopies,
  type WorkingCopy,
  type WorkingCopyChange,
  type WorkingCopyItem,
  type WorkingCopyOptions,
} from './working-copies/working-copies.ts';
export {
  createWorkingCopyEraser,
  findWorkingCopyIds,
  type OpenWorkingCopy,
  readWorkingCopy,
  registerWorkingCopyModels,
  type WorkingCopyKind,
  type WorkingCopyRow,
  workingCopiesOf,
  workingCopySource,
} from './working-copies/working-copy-rows.ts';
