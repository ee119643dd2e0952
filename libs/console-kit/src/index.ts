export { auditActorName, auditDetailText, auditTitle } from './audit-log/audit-labels.ts';
export { ItemAuditLog } from './audit-log/item-audit-log.tsx';
export { type ActivityWording, useActivityWords } from './audit-log/use-activity-words.ts';
export { type AutoSave, AutoSaveStatus, RestoreDraftPrompt, useAutoSave } from './editing/auto-save.tsx';
export { comparePlaces } from './editing/compare-places.ts';
export type { ComparedField } from './editing/field-differences.tsx';
export { EditDialog, type ItemFormProps, useItemEditor } from './editing/item-editor.tsx';
export { ItemHead } from './editing/item-head.tsx';
export { linesShape } from './editing/merge-shapes.ts';
export { PublishButtons, SaveButton } from './editing/publish-buttons.tsx';
export { PublishStatus } from './editing/publish-status.tsx';
export { fetchOpenedItem, type OpenedItem, type PublishableKind } from './editing/publishable-kind.ts';
export { PublishingBar } from './editing/publishing-bar.tsx';
export { type FormMerging, PublishingQuestions } from './editing/publishing-questions.tsx';
export { prepareMerge, StaleVersionDialog, type VersionComparison } from './editing/stale-version-dialog.tsx';
export { listStoredDrafts, type StoredDraftInfo } from './editing/stored-drafts.ts';
export type { MergeShape } from './editing/three-way-merge.ts';
export {
  useOfferUndo,
  useSetFormValues,
  useUndoableFieldArray,
  useUndoHistory,
} from './editing/undo-history.tsx';
export { NewItemDrafts } from './editing/unsaved-drafts.tsx';
export { usePublishing } from './editing/use-publishing.ts';
export { showServerIssues, useSave } from './editing/use-save.tsx';
export { FormPanels } from './extensions/form-panels.tsx';
export { useListColumns } from './extensions/use-list-columns.tsx';
export { formatCentsAsUsd } from './format/format-cents-as-usd.ts';
export { centsToUsdInput, parseUsdInput, type UsdInput } from './format/usd-input.ts';
export { ClearFiltersButton } from './lists/clear-filters-button.tsx';
export { downloadBlob } from './lists/download-blob.ts';
export { ListEmptyState } from './lists/list-empty-state.tsx';
export { listErrorProps } from './lists/list-error-props.ts';
export { ListFilter } from './lists/list-filter.tsx';
export { ListPagination } from './lists/list-pagination.tsx';
export { RefreshButton } from './lists/refresh-button.tsx';
export { DuplicateButton, EditButton, ViewButton } from './lists/row-buttons.tsx';
export { RowMenu } from './lists/row-menu.tsx';
export { useCreatedItem } from './lists/use-created-item.tsx';
export { useItemDialog } from './lists/use-item-dialog.ts';
export { usePageRows } from './lists/use-page-rows.ts';
export { ItemPresence, ItemPresenceMark } from './presence/item-presence.tsx';
export { LevelMeter } from './recording/level-meter.tsx';
export { formatRecordings, recordingsShape } from './recording/merge-recordings.ts';
export { PlayButton, playRecording } from './recording/play-button.tsx';
export { RecordingButtons } from './recording/recording-buttons.tsx';
export { RecordingUploadStatus } from './recording/recording-upload-status.tsx';
export {
  type Clip,
  type RecordingTarget,
  type RecordingUploads,
  useClips,
  useRecordingTarget,
  useRecordingUploads,
  useRecordingUploadsContext,
} from './recording/recording-uploads.tsx';
export {
  assignRecordings,
  isUnrecordable,
  type RecordableRow,
  type RecordedRow,
  type RowRecording,
  type RowRecordings,
  removeRowRecordings,
} from './recording/row-recordings.ts';
export { UnassignedRecordings } from './recording/unassigned-recordings.tsx';
export { useRowRecordings } from './recording/use-row-recordings.ts';
export { type SpeechRecorderState, useSpeechRecorder } from './recording/use-speech-recorder.ts';
export {
  type DragAnnouncementOptions,
  DragHandle,
  type DragHandleProps,
  focusOrderAfterMove,
  focusRowAction,
  MoveButtons,
  type MoveButtonsProps,
  restrictToVerticalAxis,
  useDragAnnouncements,
  useMoveAnnouncement,
} from './reorder/drag-and-drop.tsx';
export { usePreventEscapeClose } from './reorder/use-prevent-escape-close.ts';
export { HistoryButton } from './versions/history-button.tsx';
export { RecentlyDeletedButton } from './versions/recently-deleted-button.tsx';
export { useRestoreDeleted } from './versions/use-restore-deleted.ts';
