export {
  type ApiClient,
  type CallOptions,
  createApiClient,
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
export { ItemAuditLog } from './audit-log/item-audit-log.tsx';
export { RelativeTime } from './audit-log/relative-time.tsx';
export { type ActivityWording, useActivityWords } from './audit-log/use-activity-words.ts';
export {
  type SignOutOptions,
  useConsole,
  useHeaderAction,
  useSession,
  useUnsavedChangesGuard,
} from './console/console-context.ts';
export { ConsoleProvider, ViewProvider } from './console/console-provider.tsx';
export { useAddressedItem, useIntent, useNavigation } from './console/use-navigation.ts';
export { useViewState } from './console/use-view-state.ts';
export { formatViewAddress } from './console/view-address.ts';
export { ViewErrorBoundary } from './console/view-error-boundary.tsx';
export type { ChangedEntity } from './data/changed-entity.ts';
export { useAnnounceChanges } from './data/changes.ts';
export { createQueryClient } from './data/query-client.ts';
export { dashboardStatsKey, queryKeys } from './data/query-keys.ts';
export { useApiMutation } from './data/use-api-mutation.ts';
export { type AutoSave, AutoSaveStatus, RestoreDraftPrompt, useAutoSave } from './editing/auto-save.tsx';
export { comparePlaces } from './editing/compare-places.ts';
export type { ComparedField, VersionComparison } from './editing/field-differences.tsx';
export { EditDialog, type ItemFormProps, useItemEditor } from './editing/item-editor.tsx';
export { PublishButtons } from './editing/publish-buttons.tsx';
export { PublishStatus } from './editing/publish-status.tsx';
export { fetchOpenedItem, type OpenedItem, type PublishableKind } from './editing/publishable-kind.ts';
export { PublishingBar } from './editing/publishing-bar.tsx';
export { PublishingQuestions } from './editing/publishing-questions.tsx';
export { StaleVersionDialog } from './editing/stale-version-dialog.tsx';
export { useOfferUndo, useUndoableFieldArray, useUndoHistory } from './editing/undo-history.tsx';
export { usePublishing } from './editing/use-publishing.ts';
export { showServerIssues, useSave } from './editing/use-save.tsx';
export { type ActivityWords, isActivityWords } from './extensions/activity-words.ts';
export { type DashboardCard, isDashboardCard } from './extensions/dashboard-card.ts';
export { type DashboardCreate, isDashboardCreate } from './extensions/dashboard-create.ts';
export { type DashboardDays, isDashboardDays } from './extensions/dashboard-days.ts';
export { type DashboardFigure, isDashboardFigure } from './extensions/dashboard-figure.ts';
export { type DashboardRecent, isDashboardRecent } from './extensions/dashboard-recent.ts';
export { type DashboardShares, isDashboardShares } from './extensions/dashboard-shares.ts';
export {
  type ComponentPoint,
  type Extension,
  type ExtensionProps,
  extensionSchema,
} from './extensions/extension.ts';
export type { ExtensionItem } from './extensions/extension-fields.ts';
export { ExtensionPart } from './extensions/extension-part.tsx';
export {
  type ComponentExtension,
  type ExtensionSource,
  ExtensionsProvider,
  type ProvidedExtension,
  useExtensions,
} from './extensions/extensions-context.tsx';
export { type FormPanel, type FormPanelProps, isFormPanel } from './extensions/form-panel.ts';
export { FormPanels } from './extensions/form-panels.tsx';
export { isListColumn, type ListColumn, type ListColumnProps } from './extensions/list-column.ts';
export { ManifestIcon } from './extensions/manifest-icon.tsx';
export { isRowAction, type RowAction, type RowActionProps } from './extensions/row-action.ts';
export { RowActions } from './extensions/row-actions.tsx';
export { useListColumns } from './extensions/use-list-columns.tsx';
export { isUserMenuGroup, type UserMenuGroup } from './extensions/user-menu-group.ts';
export { formatCentsAsUsd } from './format/format-cents-as-usd.ts';
export { centsToUsdInput, parseUsdInput, type UsdInput } from './format/usd-input.ts';
export { ListEmptyState } from './lists/list-empty-state.tsx';
export { listErrorProps } from './lists/list-error-props.ts';
export { ListFilter } from './lists/list-filter.tsx';
export { ListPagination } from './lists/list-pagination.tsx';
export { noFilter } from './lists/list-state.ts';
export { RefreshButton } from './lists/refresh-button.tsx';
export { DeleteButton, DuplicateButton, EditButton, ViewButton } from './lists/row-buttons.tsx';
export { type ListState, useListState } from './lists/use-list-state.ts';
export { usePageRows } from './lists/use-page-rows.ts';
export { type ConsoleRole, consoleRoles } from './manifest/console-roles.ts';
export { contractVersion, isContractSupported } from './manifest/contract-version.ts';
export { type ViewIconName, viewIconNames } from './manifest/icon-names.ts';
export * from './manifest/remote-manifest.ts';
export {
  defineRemote,
  type ExtensionLoaders,
  type LoadComponent,
  type RemoteModule,
} from './remote/define-remote.ts';
export {
  FeatureFlagsProvider,
  type FeatureFlagsProviderProps,
  useFeatureFlag,
} from './remote/feature-flags.tsx';
export { HistoryButton } from './versions/history-button.tsx';
export { RecentlyDeletedButton } from './versions/recently-deleted-button.tsx';
export { useRestoreDeleted } from './versions/use-restore-deleted.ts';
