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
  type NewBackgroundTask,
  type SignOutOptions,
  useBackgroundTasks,
  useConsole,
  useHeaderAction,
  useSession,
  useUnsavedChangesGuard,
} from './console/console-context.ts';
export { ConsoleProvider, ViewProvider } from './console/console-provider.tsx';
export { noFilter } from './console/list-state.ts';
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
export { createQueryClient } from './data/query-client.ts';
export {
  auditKeys,
  type ChangedEntity,
  dashboardStatsKey,
  queryKeys,
  useAnnounceChanges,
} from './data/query-keys.ts';
export { useApiMutation } from './data/use-api-mutation.ts';
export * from './extensions/extension.ts';
export { ExtensionPart } from './extensions/extension-part.tsx';
export {
  type ComponentExtension,
  type ExtensionSource,
  ExtensionsProvider,
  type ProvidedExtension,
  useExtensionSource,
  useExtensions,
} from './extensions/extensions-context.tsx';
export { ManifestIcon } from './extensions/manifest-icon.tsx';
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
