import { isContractSupported } from '@khmer-learning/console-sdk';
import { Button, Callout, Inline } from '@khmer-learning/ui-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useMessages } from '../console/messages/messages.ts';
import { reloadPage } from '../page/load-page.ts';
import { NoticeSlot } from './override-notice.tsx';
import { loadedShellBuild, type RegisteredRemote, type Registry } from './registry.ts';
import type { RemoteLoader } from './remote-loader.ts';
import { registryQueryKey, useRegistry, useRemoteLoader } from './remotes-context.tsx';

/** How often the list of remotes is refetched while the page is visible. */
const checkIntervalMs = 60_000;

const buildsOf = (remotes: readonly RegisteredRemote[]) =>
  new Map(
    remotes.flatMap(({ name, manifest }) => (manifest === null ? [] : [[name, manifest.build] as const])),
  );

function hasRemoteUpdate(
  remote: RegisteredRemote,
  loaded: ReadonlyMap<string, string>,
  loader: RemoteLoader,
): boolean {
  const { name, manifest } = remote;
  const before = loaded.get(name);
  // A release that this console cannot load must not replace one that works.
  if (manifest === null || before === undefined || !isContractSupported(manifest.contract)) return false;
  if (loader.missingExports(remote).length > 0) return false;
  return before !== manifest.build;
}

function hasUpdate(
  { remotes, shellBuild }: Registry,
  loaded: ReadonlyMap<string, string>,
  loader: RemoteLoader,
): boolean {
  const ours = loadedShellBuild();
  const isNewShell = shellBuild !== undefined && ours !== undefined && shellBuild !== ours;
  return isNewShell || remotes.some((remote) => hasRemoteUpdate(remote, loaded, loader));
}

/** Offers `Refresh` for a newer release of the shell or a remote. Checked once a minute and when the page becomes visible again. */
export function UpdateNotice() {
  const t = useMessages();
  const queryClient = useQueryClient();
  const loader = useRemoteLoader();
  const { data: registry, dataUpdatedAt } = useRegistry({ refetchInterval: checkIntervalMs });
  const [loaded, setLoaded] = useState<ReadonlyMap<string, string>>();
  if (loaded === undefined && registry !== undefined) setLoaded(buildsOf(registry.remotes));

  useEffect(() => {
    const check = () => {
      const isStale = Date.now() - dataUpdatedAt > checkIntervalMs;
      if (document.visibilityState === 'visible' && isStale) {
        void queryClient.refetchQueries({ queryKey: registryQueryKey });
      }
    };
    document.addEventListener('visibilitychange', check);
    return () => document.removeEventListener('visibilitychange', check);
  }, [queryClient, dataUpdatedAt]);

  if (registry === undefined || loaded === undefined || !hasUpdate(registry, loaded, loader)) return null;
  return (
    <NoticeSlot>
      <Callout announce>
        <Inline justify="between">
          {t('updateNotice.text')}
          <Button size="small" onClick={reloadPage}>
            {t('updateNotice.refresh')}
          </Button>
        </Inline>
      </Callout>
    </NoticeSlot>
  );
}
