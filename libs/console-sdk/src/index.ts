export {
  type ApiClient,
  type ApiClientOptions,
  type CallOptions,
  createApiClient,
  type SendFileOptions,
  type UploadedFile,
  type UploadOptions,
} from './api/api-client.ts';
export {
  ApiError,
  isSessionEndError,
  NetworkError,
  type SessionEndReason,
  userMessageOf,
} from './api/api-error.ts';
export { ApiProvider, useApi } from './api/api-provider.tsx';
export { downloadBlob } from './api/download-blob.ts';
export {
  auditActionLabels,
  auditActorName,
  auditDetailText,
  auditEntityLabels,
} from './audit-log/audit-labels.ts';
export { ItemAuditLog, type ItemAuditLogProps } from './audit-log/item-audit-log.tsx';
export { RelativeTime } from './audit-log/relative-time.tsx';
export {
  type ConsoleServices,
  type SignOutOptions,
  useConsole,
  useHeaderAction,
  useSession,
  useUnsavedChangesGuard,
  useViewId,
} from './console/console-context.ts';
export {
  ConsoleProvider,
  type ConsoleProviderProps,
  ViewProvider,
} from './console/console-provider.tsx';
export { useIntent, useNavigation } from './console/use-navigation.ts';
export { type SetViewState, useViewState } from './console/use-view-state.ts';
export { ViewErrorBoundary, type ViewErrorBoundaryProps } from './console/view-error-boundary.tsx';
export type { HistoryMode, Intent } from './console/view-history.ts';
export { createQueryClient } from './data/query-client.ts';
export { dashboardStatsKey, queryKeys } from './data/query-keys.ts';
export { type ApiMutationOptions, useApiMutation } from './data/use-api-mutation.ts';
export {
  type AutoSave,
  type AutoSaveOptions,
  AutoSaveStatus,
  type RestorableDraft,
  RestoreDraftPrompt,
  useAutoSave,
} from './editing/auto-save.tsx';
export { EditDialog, type EditDialogProps } from './editing/edit-dialog.tsx';
export type { ComparedField, VersionComparison } from './editing/field-differences.tsx';
export {
  isStaleVersionError,
  StaleVersionDialog,
  type StaleVersionDialogProps,
} from './editing/stale-version-dialog.tsx';
export { type ItemEditorOptions, type ItemFormProps, useItemEditor } from './editing/use-item-editor.tsx';
export {
  PublishButtons,
  type PublishButtonsProps,
  type Publishing,
  type PublishingOptions,
  UnpublishDialog,
  type UnpublishDialogProps,
  usePublishing,
} from './editing/use-publishing.tsx';
export { type SaveOptions, showServerIssues, useSave } from './editing/use-save.ts';
export { formatCentsAsUsd } from './format/format-cents-as-usd.ts';
export { ListEmptyState, type ListEmptyStateProps } from './lists/list-empty-state.tsx';
export { listErrorProps } from './lists/list-error-props.ts';
export { ListFilter, type ListFilterProps } from './lists/list-filter.tsx';
export { ListPagination, type ListPaginationProps } from './lists/list-pagination.tsx';
export { RefreshButton, type RefreshButtonProps } from './lists/refresh-button.tsx';
export {
  DeleteButton,
  DuplicateButton,
  EditButton,
  type RowButtonProps,
  ViewButton,
  type ViewButtonProps,
} from './lists/row-buttons.tsx';
export { useClampToLastPage } from './lists/use-clamp-to-last-page.ts';
export { type ListState, noFilter, useListState } from './lists/use-list-state.ts';
export { usePageRows } from './lists/use-page-rows.ts';
export { contractVersion, isContractSupported } from './manifest/contract-version.ts';
export * from './manifest/remote-manifest.ts';
export { defineRemote, type LoadComponent, type RemoteModule } from './remote/define-remote.ts';
