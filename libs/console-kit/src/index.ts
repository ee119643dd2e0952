export { auditActorName, auditDetailText } from './audit-log/audit-labels.ts';
export { ItemAuditLog } from './audit-log/item-audit-log.tsx';
export { RelativeTime } from './audit-log/relative-time.tsx';
export { type ActivityWording, useActivityWords } from './audit-log/use-activity-words.ts';
export { type AutoSave, AutoSaveStatus, RestoreDraftPrompt, useAutoSave } from './editing/auto-save.tsx';
export { comparePlaces } from './editing/compare-places.ts';
export type { ComparedField, VersionComparison } from './editing/field-differences.tsx';
export { EditDialog, type ItemFormProps, useItemEditor } from './editing/item-editor.tsx';
export { StaleVersionDialog } from './editing/stale-version-dialog.tsx';
export { useOfferUndo, useUndoableFieldArray, useUndoHistory } from './editing/undo-history.tsx';
export {
  PublishButtons,
  type Publishing,
  showServerIssues,
  UnpublishDialog,
  usePublishing,
  useSave,
} from './editing/use-save.tsx';
export { FormPanels } from './extensions/form-panels.tsx';
export { RowActions } from './extensions/row-actions.tsx';
export { useListColumns } from './extensions/use-list-columns.tsx';
export { formatCentsAsUsd } from './format/format-cents-as-usd.ts';
export { centsToUsdInput, parseUsdInput, type UsdInput } from './format/usd-input.ts';
export { downloadBlob } from './lists/download-blob.ts';
export { ListEmptyState } from './lists/list-empty-state.tsx';
export { listErrorProps } from './lists/list-error-props.ts';
export { ListFilter } from './lists/list-filter.tsx';
export { ListPagination } from './lists/list-pagination.tsx';
export { RefreshButton } from './lists/refresh-button.tsx';
export { DeleteButton, DuplicateButton, EditButton, ViewButton } from './lists/row-buttons.tsx';
export { useItemDialog } from './lists/use-item-dialog.ts';
export { usePageRows } from './lists/use-page-rows.ts';
export { HistoryButton } from './versions/history-button.tsx';
export { RecentlyDeletedButton } from './versions/recently-deleted-button.tsx';
export { useRestoreDeleted } from './versions/use-restore-deleted.ts';
