import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useCallback, useContext } from 'react';
import { fetchRegistry, type RegisteredRemote, type Registry } from './registry.ts';
import { createRemoteLoader, type RemoteLoader } from './remote-loader.ts';

/** The federation's code is fetched with the first remote, or a little before. */
const loadFederation = () => import(/* webpackChunkName: "federation" */ './federation.ts');

/** The loader of the page. Tests bring their own: a browser alone can fetch a remote. */
export const RemoteLoaderContext = createContext<RemoteLoader>(
  createRemoteLoader(async (name, entry, again) => {
    const { loadExposedModule } = await loadFederation();
    return loadExposedModule(name, entry, again);
  }),
);

export const useRemoteLoader = (): RemoteLoader => useContext(RemoteLoaderContext);

/** Fetches the federation's code while nothing else is going on, so that the first remote opens sooner. */
export function prepareFederation(): void {
  void loadFederation().catch(() => {});
}

export const registryKey = ['remotes'] as const;

/**
 * Which remotes there are.
 * @param everyMs asks the gateway again that often while the page is in sight
 */
export function useRegistry({ everyMs }: { everyMs?: number } = {}) {
  return useQuery({ queryKey: registryKey, queryFn: fetchRegistry, refetchInterval: everyMs ?? false });
}

/** Asks the gateway anew for one remote; `undefined` when it does not list it or cannot be asked. */
export function useRefreshRemote(): (name: string) => Promise<RegisteredRemote | undefined> {
  const queryClient = useQueryClient();
  return useCallback(
    async (name) => {
      await queryClient.refetchQueries({ queryKey: registryKey });
      return queryClient.getQueryData<Registry>(registryKey)?.remotes.find((remote) => remote.name === name);
    },
    [queryClient],
  );
}
