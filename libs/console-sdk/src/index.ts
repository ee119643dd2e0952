export { Activity, type ActivityProps } from './activity/activity.tsx';
export { actionLabels, activityDetail, actorName, thingLabels } from './activity/activity-words.ts';
export { MomentText } from './activity/moment-text.tsx';
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
  endsSession,
  NetworkError,
  type SessionEndReason,
  userMessageOf,
} from './api/api-error.ts';
export { ApiProvider, useApi } from './api/api-provider.tsx';
export { saveFile } from './api/save-file.ts';
export {
  type ConsoleServices,
  type SignOutOptions,
  useConsole,
  useViewId,
} from './console/console-context.ts';
export {
  ConsoleProvider,
  type ConsoleProviderProps,
  ConsoleView,
} from './console/console-provider.tsx';
export { useHeaderAction } from './console/use-header-action.ts';
export { useLeaveGuard } from './console/use-leave-guard.ts';
export { useIntent, useNavigation } from './console/use-navigation.ts';
export { useSession } from './console/use-session.ts';
export { type SetViewState, useViewState } from './console/use-view-state.ts';
export { ViewErrorBoundary, type ViewErrorBoundaryProps } from './console/view-error-boundary.tsx';
export type { HistoryMode, Intent } from './console/view-history.ts';
export { createQueryClient } from './data/query-client.ts';
export { dashboardStatsKey, queryKeys } from './data/query-keys.ts';
export { type ApiMutationOptions, useApiMutation } from './data/use-api-mutation.ts';
export { AutoSaved, RestoreOffer } from './editing/auto-saved.tsx';
export type { ComparedField, Comparison } from './editing/compared-field.ts';
export { EditDialog, type EditDialogProps } from './editing/edit-dialog.tsx';
export { PublishButtons, type PublishButtonsProps } from './editing/publish-buttons.tsx';
export { showServerIssues } from './editing/server-issues.ts';
export {
  isStaleVersion,
  StaleVersionDialog,
  type StaleVersionDialogProps,
} from './editing/stale-version.tsx';
export { UnpublishDialog, type UnpublishDialogProps } from './editing/unpublish-dialog.tsx';
export {
  type AutoSave,
  type AutoSaveOptions,
  type DraftOffer,
  useAutoSave,
} from './editing/use-auto-save.ts';
export { type EditorFormProps, type EditorOptions, useEditor } from './editing/use-editor.tsx';
export { type Publishing, type PublishingOptions, usePublishing } from './editing/use-publishing.tsx';
export { type SaveOptions, useSave } from './editing/use-save.ts';
export { listError } from './lists/list-error.ts';
export { ListFilter, type ListFilterProps } from './lists/list-filter.tsx';
export { ListPagination, type ListPaginationProps } from './lists/list-pagination.tsx';
export { NoRows, type NoRowsProps } from './lists/no-rows.tsx';
export { RefreshButton, type RefreshButtonProps } from './lists/refresh-button.tsx';
export {
  DeleteButton,
  DuplicateButton,
  EditButton,
  type RowButtonProps,
  ViewButton,
  type ViewButtonProps,
} from './lists/row-buttons.tsx';
export { useLastPage } from './lists/use-last-page.ts';
export { type ListState, noFilter, useListState } from './lists/use-list-state.ts';
export { usePageRows } from './lists/use-page-rows.ts';
export { contractVersion, isContractSupported } from './manifest/contract-version.ts';
export * from './manifest/remote-manifest.ts';
export { defineRemote, type LoadComponent, type RemoteModule } from './remote/define-remote.ts';
