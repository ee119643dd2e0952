import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useCallback, useContext } from 'react';
import { fetchRegistry, type RegisteredRemote, type Registry } from './registry.ts';
import { createRemoteLoader, type RemoteLoader } from './remote-loader.ts';

/** The federation's code is fetched with the first remote, or a little before. */
const loadFederation = () => import(/* webpackChunkName: "federation" */ './federation.ts');

/** The loader of the page. Tests bring their own: a browser alone can fetch a remote. */
export const RemoteLoaderContext = createContext<RemoteLoader>(
  createRemoteLoader(async (name, entry, isRetry) => {
    const { loadExposedModule } = await loadFederation();
    return loadExposedModule(name, entry, isRetry);
  }),
);

export const useRemoteLoader = (): RemoteLoader => useContext(RemoteLoaderContext);

/** Fetches the federation's code while nothing else is going on, so that the first remote opens sooner. */
export function preloadFederation(): void {
  void loadFederation().catch(() => {});
}

export const registryQueryKey = ['remotes'] as const;

/**
 * Which remotes there are.
 * @param refetchIntervalMs asks the gateway again that often while the page is in sight
 */
export function useRegistry({ refetchIntervalMs }: { refetchIntervalMs?: number } = {}) {
  return useQuery({
    queryKey: registryQueryKey,
    queryFn: fetchRegistry,
    refetchInterval: refetchIntervalMs ?? false,
  });
}

/** Asks the gateway anew for one remote; `undefined` when it does not list it or cannot be asked. */
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
