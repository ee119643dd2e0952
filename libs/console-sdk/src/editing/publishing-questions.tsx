import { ConfirmDialog } from '@khmer-learning/ui-kit';
import { useApi } from '../api/api-provider.tsx';
import type { ComparedField } from './field-differences.tsx';
import type { PublishableItem } from './publishable-kind.ts';
import { StaleVersionDialog } from './stale-version-dialog.tsx';
import type { Publishing, PublishingRequest } from './use-publishing.ts';

export interface PublishingQuestionsProps<Item extends PublishableItem, Contents extends object> {
  publishing: Publishing<Item, Contents>;
  /** Compares the stored item with what the form saves. */
  compare: (
    stored: Item,
    request: PublishingRequest<Contents>,
  ) => readonly ComparedField[] | Promise<readonly ComparedField[]>;
  /** Refetches the item and reopens the form with it. */
  onReload: () => void;
}

/** The questions of a form with `usePublishing`. Render it in the form's dialog; it is empty while nothing is asked. */
export function PublishingQuestions<Item extends PublishableItem, Contents extends object>({
  publishing,
  compare,
  onReload,
}: PublishingQuestionsProps<Item, Contents>) {
  const api = useApi();
  const { kind, autoSave, unpublishing, stale } = publishing;
  return (
    <>
      <UnpublishDialog
        open={unpublishing !== null}
        itemType={kind.itemType}
        consequence={kind.consequence}
        onCancel={() => unpublishing?.cancel()}
        onConfirm={() => unpublishing?.confirm()}
      />
      {stale === null ? null : (
        <StaleVersionDialog
          itemType={kind.itemType}
          reloadHint="Your version is kept in this browser, and you can restore it."
          compare={async () => {
            const stored = await kind.fetch(api, stale.id);
            return { version: stored.version, fields: await compare(stored, stale.request) };
          }}
          onKeepEditing={stale.keepEditing}
          onReload={() => {
            stale.keepEditing();
            autoSave.save();
            onReload();
          }}
          onOverwrite={stale.overwrite}
        />
      )}
    </>
  );
}

interface UnpublishDialogProps {
  open: boolean;
  /** In lower case, for use in a sentence: `main lesson`. */
  itemType: string;
  /** The consequence for learners, as the end of a sentence. */
  consequence: string;
  onCancel: () => void;
  onConfirm: () => void;
}

/** Asks before a published item is saved as a draft, which unpublishes it. */
function UnpublishDialog({ open, itemType, consequence, onCancel, onConfirm }: UnpublishDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onCancel()}
      title={`Unpublish this ${itemType}?`}
      description={`This ${itemType} is published. Saving it as a draft unpublishes it: ${consequence}`}
      confirmLabel="Unpublish and save"
      cancelLabel="Keep published"
      dangerous
      onConfirm={onConfirm}
    />
  );
}
