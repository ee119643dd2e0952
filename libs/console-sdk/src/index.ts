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
} from './api/api-error.ts';
export { ApiProvider, useApi } from './api/api-provider.tsx';
export { userMessageOf } from './api/user-message-of.ts';
export type { BackgroundTask, BackgroundTaskStore, RunningTask } from './console/background-task-store.ts';
export {
  type SignOutOptions,
  useConsole,
  useHeaderAction,
  useSession,
  useUnsavedChangesGuard,
} from './console/console-context.ts';
export { ConsoleProvider, ViewProvider } from './console/console-provider.tsx';
export { noFilter } from './console/list-state.ts';
export { type NewBackgroundTask, useBackgroundTasks } from './console/use-background-tasks.ts';
export { type KnownFilters, type ListState, useListState } from './console/use-list-state.ts';
export {
  useAddressedComment,
  useAddressedItem,
  useFindText,
  useIntent,
  useNavigation,
} from './console/use-navigation.ts';
export { useViewState } from './console/use-view-state.ts';
export { formatViewAddress } from './console/view-address.ts';
export { ViewErrorBoundary } from './console/view-error-boundary.tsx';
export type { ChangedEntity } from './data/changed-entity.ts';
export { useAnnounceChanges } from './data/changes.ts';
export { createQueryClient } from './data/query-client.ts';
export { auditKeys, dashboardStatsKey, queryKeys } from './data/query-keys.ts';
export { useApiMutation } from './data/use-api-mutation.ts';
export { type ActivityWords, isActivityWords } from './extensions/activity-words.ts';
export { type DashboardAttention, isDashboardAttention } from './extensions/dashboard-attention.ts';
export { type DashboardCard, isDashboardCard } from './extensions/dashboard-card.ts';
export { type DashboardCreate, isDashboardCreate } from './extensions/dashboard-create.ts';
export { type DashboardDays, isDashboardDays } from './extensions/dashboard-days.ts';
export { type DashboardDrafts, isDashboardDrafts } from './extensions/dashboard-drafts.ts';
export { type DashboardFigure, isDashboardFigure } from './extensions/dashboard-figure.ts';
export { type DashboardRecent, isDashboardRecent } from './extensions/dashboard-recent.ts';
export { type DashboardShares, isDashboardShares } from './extensions/dashboard-shares.ts';
export {
  type ComponentPoint,
  type Extension,
  type ExtensionProps,
  extensionSchema,
} from './extensions/extension.ts';
export type { ExtensionItem, ViewLink } from './extensions/extension-fields.ts';
export { ExtensionPart } from './extensions/extension-part.tsx';
export {
  type ComponentExtension,
  type ExtensionSource,
  ExtensionsProvider,
  type ProvidedExtension,
  useExtensionSource,
  useExtensions,
} from './extensions/extensions-context.tsx';
export { type FormPanel, type FormPanelProps, isFormPanel } from './extensions/form-panel.ts';
export { isListColumn, type ListColumn, type ListColumnProps } from './extensions/list-column.ts';
export { ManifestIcon } from './extensions/manifest-icon.tsx';
export { isRowAction, type RowAction, type RowActionProps } from './extensions/row-action.ts';
export { isUserMenuGroup, type UserMenuGroup } from './extensions/user-menu-group.ts';
export { type ConsoleRole, consoleRoles } from './manifest/console-roles.ts';
export { contractVersion, isContractSupported } from './manifest/contract-version.ts';
export { type ViewIconName, viewIconNames } from './manifest/icon-names.ts';
export * from './manifest/remote-manifest.ts';
export { type Command, commandSchema, type SearchSource, searchSourceSchema } from './manifest/search.ts';
export { type ItemViewer, useItemSaves, useItemViewers, useOpenItem } from './presence/use-presence.ts';
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
export {
  type CallRemoteApi,
  type RemoteCall,
  RemoteProvider,
  type RemoteSettingsState,
  useRemoteApi,
  useRemoteSettings,
} from './remote/remote-api.tsx';
