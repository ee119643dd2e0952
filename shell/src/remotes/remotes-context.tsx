import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useCallback, useContext } from 'react';
import { sendBrowserReport } from './browser-reports.ts';
import { fetchRegistry, type RegisteredRemote, type Registry, registryOfPage } from './registry.ts';
import { createRemoteLoader, type RemoteLoader } from './remote-loader.ts';

/** Loads the federation runtime: with the first remote, or earlier through `preloadFederation`. */
const loadFederation = () => import(/* webpackChunkName: "federation" */ './federation.ts');

/** The page's remote loader. Tests provide their own, because only a browser can fetch a remote. */
export const RemoteLoaderContext = createContext<RemoteLoader>(
  createRemoteLoader(
    async (name, entry, isRetry) => {
      const { loadExposedModule } = await loadFederation();
      return loadExposedModule(name, entry, isRetry);
    },
    async () => {
      const { sharedModules } = await import(/* webpackChunkName: "federation" */ './shared-modules.ts');
      return sharedModules;
    },
    sendBrowserReport,
  ),
);

export const useRemoteLoader = (): RemoteLoader => useContext(RemoteLoaderContext);

/** Fetches the federation runtime ahead of time, so that the first remote opens sooner. Ignores failures. */
export function preloadFederation(): void {
  void loadFederation().catch(() => {});
}

export const registryQueryKey = ['remotes'] as const;

/** A query for the list of remotes. An interval counts only while the page is visible. */
export function useRegistry(options: { refetchInterval?: number } = {}) {
  return useQuery({
    queryKey: registryQueryKey,
    queryFn: fetchRegistry,
    initialData: registryOfPage,
    ...options,
  });
}

/** Refetches the list of remotes and returns one of them; `undefined` when the last known list does not have it. */
export function useRefreshRemote(): (name: string) => Promise<RegisteredRemote | undefined> {
  const queryClient = useQueryClient();
  return useCallback(
    async (name) => {
      await queryClient.refetchQueries({ queryKey: registryQueryKey });
      return queryClient
        .getQueryData<Registry>(registryQueryKey)
        ?.remotes.find((remote) => remote.name === name);
    },
    [queryClient],
  );
}
