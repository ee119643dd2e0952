import { Button, Callout, Inline, space } from '@khmer-learning/ui-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import styled from 'styled-components';
import { reloadPage } from '../page/load-page.ts';
import type { RegisteredRemote } from './registry.ts';
import { registryKey, useRegistry } from './remotes-context.tsx';

/** How long the list of remotes is taken for current when the person comes back to the page. */
const checkAfterMilliseconds = 60_000;

const Place = styled.div`padding: ${space(4)} ${space(6)} 0;`;

const buildsOf = (remotes: readonly RegisteredRemote[]) =>
  new Map(
    remotes.flatMap(({ name, manifest }) => (manifest === null ? [] : [[name, manifest.build] as const])),
  );

function isNewer(remotes: readonly RegisteredRemote[], loaded: ReadonlyMap<string, string>): boolean {
  for (const [name, build] of buildsOf(remotes)) {
    const before = loaded.get(name);
    if (before !== undefined && before !== build) return true;
  }
  return false;
}

/** Offers `Refresh` when a remote has been deployed anew since this page was loaded. Looked up on coming back to the page. */
export function UpdateNotice() {
  const queryClient = useQueryClient();
  const { data: remotes, dataUpdatedAt } = useRegistry();
  const [loaded, setLoaded] = useState<ReadonlyMap<string, string>>();
  if (loaded === undefined && remotes !== undefined) setLoaded(buildsOf(remotes));

  useEffect(() => {
    const check = () => {
      const isOld = Date.now() - dataUpdatedAt > checkAfterMilliseconds;
      if (document.visibilityState === 'visible' && isOld) {
        void queryClient.refetchQueries({ queryKey: registryKey });
      }
    };
    document.addEventListener('visibilitychange', check);
    return () => document.removeEventListener('visibilitychange', check);
  }, [queryClient, dataUpdatedAt]);

  if (remotes === undefined || loaded === undefined || !isNewer(remotes, loaded)) return null;
  return (
    <Place>
      <Callout announce>
        <Inline place="between">
          A newer version of the console is ready.
          <Button size="small" onClick={reloadPage}>
            Refresh
          </Button>
        </Inline>
      </Callout>
    </Place>
  );
}
