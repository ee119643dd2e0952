/** The form around a component. Remotes have a react-hook-form of their own, whose contexts `PublishableForm` and `PlainForm` do not fill. */
export { useFormContext } from 'react-hook-form';
export {
  type ActivityWording,
  auditActorName,
  auditDetailText,
  auditTitle,
  useActivityWords,
} from './audit-log/audit-labels.ts';
export { ItemAuditLog } from './audit-log/item-audit-log.tsx';
export { CommentMark } from './comments/comment-mark.tsx';
export { comparePlaces } from './comparing/compare-places.ts';
export type { ComparedField } from './comparing/field-differences.tsx';
export {
  prepareMerge,
  StaleVersionDialog,
  type VersionComparison,
} from './comparing/stale-version-dialog.tsx';
export type { MergeShape } from './comparing/three-way-merge.ts';
export { listStoredDrafts, type StoredDraftInfo } from './drafts/stored-drafts.ts';
export { FormPanels } from './extensions/form-panels.tsx';
export { useListColumns } from './extensions/use-list-columns.tsx';
export { centsToUsdInput, formatCentsAsUsd, parseUsdInput, type UsdInput } from './format/usd-input.ts';
export { EditDialog, type ItemFormProps, useItemEditor, useItemForm } from './items/item-editor.tsx';
export {
  type FieldControl,
  FieldRow,
  type ItemFields,
  type ItemMapping,
  lineField,
  linesField,
} from './items/item-fields.tsx';
export { ItemHead } from './items/item-head.tsx';
export {
  DeleteItemDialog,
  ItemList,
  ItemTable,
  type ListColumn,
} from './items/item-list.tsx';
export { PlainForm } from './items/plain-form.tsx';
export { PublishableForm } from './items/publishable-form.tsx';
export { useCloseOnEscape, useReturnToList } from './items/use-item-page.ts';
export {
  FormOutline,
  type FormOutlineProps,
  OutlinedForm,
  type OutlinedFormProps,
  type OutlinePlace,
} from './layout/form-outline.tsx';
export { downloadBlob } from './lists/download-blob.ts';
export { EditManyDialog } from './lists/edit-many-dialog.tsx';
export { ListEmptyState } from './lists/list-empty-state.tsx';
export { listErrorProps } from './lists/list-error-props.ts';
export { ClearFiltersButton, ListFilter } from './lists/list-filter.tsx';
export { ListPagination, usePageRows } from './lists/list-pagination.tsx';
export { MatchLine, useMatchLines } from './lists/match-line.tsx';
export { listOrCorrect, useExactSearch } from './lists/mistyped-search.tsx';
export { RefreshButton } from './lists/refresh-button.tsx';
export { DuplicateButton, EditButton, ViewButton } from './lists/row-buttons.tsx';
export { RowMenu } from './lists/row-menu.tsx';
export { SelectAll } from './lists/select-all.tsx';
export { SelectionBar } from './lists/selection-bar.tsx';
export { useApiQuery } from './lists/use-api-query.ts';
export { type BulkAction, useBulkActions } from './lists/use-bulk-actions.tsx';
export { useCreatedItem } from './lists/use-created-item.tsx';
export { useItemDialog } from './lists/use-item-dialog.ts';
export { type ItemEditing, problemOf, useItemEdits, useUndoItemEdits } from './lists/use-item-edits.ts';
export { useSelection } from './lists/use-selection.ts';
export { ItemPresence, ItemPresenceMark } from './presence/item-presence.tsx';
export { LevelMeter } from './recording/level-meter.tsx';
export { formatRecordings, recordingsShape } from './recording/merge-recordings.ts';
export { PlayButton, playRecording } from './recording/play-button.tsx';
export { RecordingButtons } from './recording/recording-buttons.tsx';
export {
  type Clip,
  type RecordingTarget,
  RecordingUploadStatus,
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
  useRowRecordings,
} from './recording/row-recordings.ts';
export { UnassignedRecordings } from './recording/unassigned-recordings.tsx';
export { type SpeechRecorderState, useSpeechRecorder } from './recording/use-speech-recorder.ts';
export {
  DragHandle,
  type DragHandleProps,
  type DragListOptions,
  focusOrderAfterMove,
  focusRowAction,
  MoveButtons,
  type MoveButtonsProps,
  useDragList,
  useMoveAnnouncement,
} from './reorder/drag-and-drop.tsx';
export { usePreventEscapeClose } from './reorder/use-prevent-escape-close.ts';
export { type UserRights, useRights } from './rights/use-rights.ts';
export { type ItemKind, useFetchItem } from './saving/item-kind.ts';
export { SaveButton } from './saving/publish-buttons.tsx';
export { PublishStatus, usePendingStatusOptions } from './saving/publish-status.tsx';
export { type OpenedItem, type PublishableKind, useFetchOpenedItem } from './saving/publishable-kind.ts';
export { findChangedQuizzes, toCandidates } from './saving/release-candidates.ts';
export { usePublishTogether } from './saving/use-publish-together.ts';
export { showServerIssues, useSave } from './saving/use-save.tsx';
export {
  useOfferUndo,
  useSetFormValues,
  useUndoableFieldArray,
  useUndoHistory,
} from './undo/undo-history.tsx';
export { useLazyDialog } from './versions/use-lazy-dialog.ts';
