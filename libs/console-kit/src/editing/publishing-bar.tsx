import { useApi, useApiMutation, userMessageOf } from '@khmer-learning/console-sdk';
import {
  Button,
  Callout,
  ConfirmDialog,
  formatSchoolMinute,
  Inline,
  langProps,
  Stack,
  Text,
} from '@khmer-learning/ui-kit';
import { useRef, useState } from 'react';
import { useLazyDialog } from '../versions/use-lazy-dialog.ts';
import type { OpenedItem, PublishableItem } from './publishable-kind.ts';
import type { CompareItems } from './publishing-questions.tsx';
import { ScheduleBar } from './schedule-bar.tsx';
import type { Publishing } from './use-publishing.ts';

export interface PublishingBarProps<Item extends PublishableItem, Contents extends object> {
  publishing: Publishing<Item, Contents>;
  compare: CompareItems<Item>;
  /** Refetches the item and reopens the form with it. */
  onReload: () => void;
  /** Saving is not possible at the moment. */
  disabled?: boolean;
}

/**
 * Says above the fields of a form with `usePublishing` what learners see and what is to come: the working copy that is
 * edited, and the schedule, with the buttons to discard, compare and schedule. Empty for a new item.
 */
export function PublishingBar<Item extends PublishableItem, Contents extends object>(
  props: PublishingBarProps<Item, Contents>,
) {
  const { publishing, onReload, disabled = false } = props;
  const { item } = publishing;
  if (item === null) return null;
  return (
    <Stack gap={3} role="group" aria-label="Publication">
      {item.workingCopyVersion === 0 ? null : <WorkingCopyBar {...props} item={item} />}
      <ScheduleBar publishing={publishing} item={item.stored} onScheduled={onReload} disabled={disabled} />
    </Stack>
  );
}

function WorkingCopyBar<Item extends PublishableItem, Contents extends object>({
  publishing,
  item,
  compare,
  onReload,
}: PublishingBarProps<Item, Contents> & { item: OpenedItem<Item> }) {
  const { kind, isSaving, isDirty } = publishing;
  const comparison = useLazyDialog(
    async () =>
      (await import(/* webpackChunkName: "comparison-dialog" */ './comparison-dialog.tsx')).ComparisonDialog,
  );
  const [isDiscarding, setDiscarding] = useState(false);
  const discard = useDiscardWorkingCopy(publishing, item, onReload);
  const { savedAt, savedBy } = item.stored.workingCopy ?? {};
  return (
    <Callout title="Changes not published">
      <Stack gap={2}>
        <span>
          {`Learners see the published ${kind.itemType}, not what is edited here.`}
          {savedAt === undefined ? null : ` Saved ${formatSchoolMinute(new Date(savedAt))}`}
          {savedBy ? (
            <>
              {' by '}
              <span {...langProps(savedBy.name)}>{savedBy.name}</span>
            </>
          ) : null}
          {savedAt === undefined ? null : '.'}
        </span>
        <Inline>
          <Button size="small" loading={comparison.isOpening} onClick={comparison.open}>
            Show what learners see
          </Button>
          <Button size="small" variant="ghost" disabled={isSaving} onClick={() => setDiscarding(true)}>
            Discard changes
          </Button>
        </Inline>
      </Stack>
      {comparison.Dialog === null ? null : (
        <comparison.Dialog
          title="What learners see"
          description={`The published ${kind.itemType}, compared with the working copy.`}
          names={{ theirs: 'Published', yours: 'Working copy' }}
          sameText="The working copy is the same as what learners see."
          compare={async () => compare(item.stored, item.edited)}
          onClose={comparison.close}
        >
          {isDirty ? <Text muted>Changes that are not saved yet are not compared.</Text> : null}
        </comparison.Dialog>
      )}
      <ConfirmDialog
        open={isDiscarding}
        onOpenChange={setDiscarding}
        title="Discard the changes?"
        description={`The form goes back to the published ${kind.itemType}, which learners see. All changes that are not published are discarded.`}
        cancelLabel="Keep the changes"
        confirmLabel="Discard changes"
        confirmingLabel="Discarding..."
        dangerous
        onConfirm={discard}
        describeError={(error) => userMessageOf(error, 'The changes could not be discarded.')}
      />
    </Callout>
  );
}

/** Discards the working copy and reopens the form. The toast offers to bring it back. */
function useDiscardWorkingCopy<Item extends PublishableItem, Contents extends object>(
  { kind, autoSave }: Publishing<Item, Contents>,
  { id, workingCopyVersion }: OpenedItem<Item>,
  onReload: () => void,
): () => Promise<unknown> {
  const api = useApi();
  const discarded = useRef<Awaited<ReturnType<typeof kind.workingCopy.get>> | null>(null);
  const restoring = useApiMutation({
    call: async () => {
      if (discarded.current === null) return;
      const { baseVersion, contents } = discarded.current;
      await kind.workingCopy.save(api, id, { baseVersion, contents }, 0);
    },
    successMessage: 'The changes are back. Learners do not see them yet.',
    failureMessage: 'The changes could not be brought back',
    changes: kind.changes,
    onSuccess: onReload,
  });
  const { mutateAsync } = useApiMutation({
    call: async () => {
      discarded.current = await kind.workingCopy.get(api, id);
      await kind.workingCopy.discard(api, id, workingCopyVersion);
    },
    successMessage: 'The changes were discarded',
    failureMessage: '',
    changes: kind.changes,
    onUndo: () => restoring.mutate(undefined),
    onSuccess: () => {
      autoSave.clear();
      onReload();
    },
    // The dialog shows the failure.
    onError: () => true,
  });
  return () => mutateAsync(undefined);
}
