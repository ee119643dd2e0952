import { useApi, useItemSaves } from '@khmer-learning/console-sdk';
import { Button, Callout, Inline, langProps } from '@khmer-learning/ui-kit';
import { useRef, useState } from 'react';
import { useMessages } from '../messages/messages.ts';
import {
  type BaseVersions,
  fetchOpenedItem,
  type OpenedItem,
  type PublishableItem,
} from './publishable-kind.ts';
import type { Publishing } from './use-publishing.ts';

export interface NewerVersionNoticeProps<Item extends PublishableItem, Contents extends object> {
  publishing: Publishing<Item, Contents>;
  item: OpenedItem<Item>;
  onReload: () => void;
}

/** Says in an open form that somebody else has just saved the item, and offers to take that over. Empty until then. */
export function NewerVersionNotice<Item extends PublishableItem, Contents extends object>({
  publishing: { kind, autoSave, isDirty, isSaving, stale, compareWithStored },
  item: { id },
  onReload,
}: NewerVersionNoticeProps<Item, Contents>) {
  const t = useMessages();
  const api = useApi();
  const [newest, setNewest] = useState<(BaseVersions & { savedBy: string | undefined }) | null>(null);
  const isNewer = ({ version, workingCopyVersion }: BaseVersions) =>
    version > (autoSave.baseVersion ?? 0) || workingCopyVersion > autoSave.workingCopyVersion;

  const fetchNewest = async () => {
    try {
      const { stored, version, workingCopyVersion } = await fetchOpenedItem(api, kind, id);
      const savedBy =
        workingCopyVersion > autoSave.workingCopyVersion
          ? stored.workingCopy?.savedBy?.name
          : (
              await api.call(kind.endpoints.versions.list, {
                params: { id },
                query: { limit: 1, track: 'item' },
              })
            ).data[0]?.savedBy?.name;
      setNewest({ version, workingCopyVersion, savedBy });
    } catch {
      // Saving finds out, too.
    }
  };

  const fetching = useRef({ isRunning: false, isOutdated: false });
  useItemSaves(`${kind.entity}:${id}`, async () => {
    fetching.current.isOutdated = true;
    if (fetching.current.isRunning) return;
    fetching.current.isRunning = true;
    // Saves that happen meanwhile are fetched together.
    while (fetching.current.isOutdated) {
      fetching.current.isOutdated = false;
      await fetchNewest();
    }
    fetching.current.isRunning = false;
  });

  // What this form saves is the newest version until the answer arrives.
  if (newest === null || isSaving || stale !== null || !isNewer(newest)) return null;
  const { savedBy } = newest;
  return (
    <Callout tone="warning" announce>
      <Inline>
        <span>
          {savedBy === undefined
            ? t('newerVersionNotice.saved', { itemType: kind.itemType })
            : t.rich(
                'newerVersionNotice.savedBy',
                { name: (name) => <strong {...langProps(savedBy)}>{name}</strong> },
                { by: savedBy, itemType: kind.itemType },
              )}
        </span>
        <Button size="small" onClick={isDirty ? compareWithStored : onReload}>
          {isDirty ? t('newerVersionNotice.merge') : t('newerVersionNotice.load')}
        </Button>
      </Inline>
    </Callout>
  );
}
