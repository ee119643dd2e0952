import { useSession } from '@khmer-learning/console-sdk';
import { useLanguage } from '@khmer-learning/ui-kit';
import { useMemo } from 'react';
import { useRegistry, useRemoteLoader } from '../remotes/remotes-context.tsx';
import { type ConsoleViewEntry, visibleViews } from './console-views.ts';

/** The views that the signed-in user may see, in sidebar order; only the shell's own until the list of remotes is loaded. */
export function useVisibleViews(): readonly ConsoleViewEntry[] {
  const { user } = useSession();
  const { data: registry } = useRegistry();
  const loader = useRemoteLoader();
  const { language, numerals } = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the numbers of their texts are in these numerals
  return useMemo(
    () => visibleViews(registry?.remotes.map(loader.effectiveRemote) ?? [], user, language),
    [registry, loader, user, language, numerals],
  );
}
