import { useApi } from '@khmer-learning/console-sdk';
import { ConfirmDialog, Text } from '@khmer-learning/ui-kit';
import { useRef } from 'react';
import type { ComparedField } from './field-differences.tsx';
import { fetchOpenedItem, isPublished, type OpenedItem, type PublishableItem } from './publishable-kind.ts';
import { StaleVersionDialog } from './stale-version-dialog.tsx';
import { type Publishing, statusAfter } from './use-publishing.ts';

/** Compares two versions of an item. */
export type CompareItems<Item> = (
  theirs: Item,
  yours: Item,
) => readonly ComparedField[] | Promise<readonly ComparedField[]>;

export interface PublishingQuestionsProps<Item extends PublishableItem, Contents extends object> {
  publishing: Publishing<Item, Contents>;
  compare: CompareItems<Item>;
  /** Refetches the item and reopens the form with it. */
  onReload: () => void;
}

/** The questions of a form with `usePublishing`. Render it in the form's dialog; it is empty while nothing is asked. */
export function PublishingQuestions<Item extends PublishableItem, Contents extends object>({
  publishing,
  compare,
  onReload,
}: PublishingQuestionsProps<Item, Contents>) {
  const { kind, item, stale } = publishing;
  return (
    <>
      <UnpublishDialog kind={kind} question={publishing.unpublishing} />
      {stale === null || item === null ? null : (
        <StaleRequestDialog
          publishing={publishing}
          stale={stale}
          id={item.id}
          compare={compare}
          onReload={onReload}
        />
      )}
    </>
  );
}

interface StaleRequestDialogProps<Item extends PublishableItem, Contents extends object>
  extends PublishingQuestionsProps<Item, Contents> {
  id: number;
  stale: NonNullable<Publishing<Item, Contents>['stale']>;
}

/** Compares with the other user's working copy if that is newer, and otherwise with the item itself. */
function StaleRequestDialog<Item extends PublishableItem, Contents extends object>({
  publishing: { kind, autoSave },
  stale: { request, base, keepEditing, overwrite },
  id,
  compare,
  onReload,
}: StaleRequestDialogProps<Item, Contents>) {
  const api = useApi();
  const seen = useRef<OpenedItem<Item> | null>(null);
  const isWorkingCopySeen = ({ workingCopyVersion }: OpenedItem<Item>) =>
    workingCopyVersion !== base.workingCopyVersion;
  const overwriteSeen = () => {
    const opened = seen.current;
    if (opened === null) {
      overwrite(request, null);
      return;
    }
    // The item was unpublished meanwhile, so it has no working copy.
    const isDraftNow = request.as === 'working copy' && !isPublished(opened.stored);
    overwrite(isDraftNow ? { ...request, as: 'draft' } : request, {
      version: isWorkingCopySeen(opened) && !isDraftNow ? base.version : opened.stored.version,
      workingCopyVersion: opened.workingCopyVersion,
    });
  };
  return (
    <StaleVersionDialog
      itemType={kind.itemType}
      reloadHint="Your version is kept in this browser, and you can restore it."
      compare={async () => {
        const opened = await fetchOpenedItem(api, kind, id);
        const theirs = isWorkingCopySeen(opened) ? opened.edited : opened.stored;
        const yours = kind.withContents(opened.stored, request.contents, statusAfter(request));
        const fields = await compare(theirs, yours);
        seen.current = opened;
        return { version: opened.stored.version, fields };
      }}
      onKeepEditing={keepEditing}
      onReload={() => {
        keepEditing();
        autoSave.save();
        onReload();
      }}
      onOverwrite={overwriteSeen}
    />
  );
}

interface UnpublishDialogProps {
  kind: { itemType: string; consequence: string };
  question: { confirm: () => void; saveWorkingCopy: () => void; cancel: () => void } | null;
}

/** Asks before a published item is saved as a draft, which unpublishes it. */
function UnpublishDialog({ kind: { itemType, consequence }, question }: UnpublishDialogProps) {
  return (
    <ConfirmDialog
      open={question !== null}
      onOpenChange={(next) => !next && question?.cancel()}
      title={`Unpublish this ${itemType}?`}
      description={`This ${itemType} is published. Saving it as a draft unpublishes it: ${consequence}`}
      cancelLabel="Keep editing"
      alternative={{ label: 'Unpublish and save', onSelect: () => question?.confirm() }}
      confirmLabel="Save as working copy"
      onConfirm={() => question?.saveWorkingCopy()}
    >
      <Text>{`Saved as a working copy, your changes are kept, and learners see the published ${itemType} until you publish them.`}</Text>
    </ConfirmDialog>
  );
}
