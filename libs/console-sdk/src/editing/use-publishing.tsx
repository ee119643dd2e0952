import { Button, ConfirmDialog } from '@khmer-learning/ui-kit';
import { type ReactNode, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { type AutoSave, type AutoSaveOptions, useAutoSave } from './auto-save.tsx';
import type { VersionComparison } from './field-differences.tsx';
import { StaleVersionDialog } from './stale-version-dialog.tsx';
import type { ItemFormProps } from './use-item-editor.tsx';
import { type SaveOptions, useSave } from './use-save.ts';

/** The request body: the form's values and the status. */
type WithStatus<Output, Status> = Output & { status: Status };

/** Options of `usePublishing`. */
export interface PublishingOptions<
  Item extends { id: number; version: number; status: Status },
  Status extends string,
  Values extends FieldValues,
  Output extends object,
> extends Pick<AutoSaveOptions<Values, Output>, 'form' | 'schema' | 'name'>,
    Pick<SaveOptions<WithStatus<Output, Status>, Values, Output>, 'calls' | 'messages' | 'invalidates'>,
    ItemFormProps<Item> {
  /** In lower case, for use in a sentence: `main lesson`. */
  itemType: string;
  /** The values of `status` for a published item and for a draft. */
  statuses: { published: Status; draft: Status };
  /** The consequence for learners when it is unpublished, as the end of a sentence. */
  consequence: string;
  /** Fetches the stored version and compares it with the body to save; null when the item no longer exists. */
  compare: (id: number, body: WithStatus<Output, Status>) => Promise<VersionComparison | null>;
}

/** The state and actions of a form that can be published. */
export interface Publishing {
  autoSave: AutoSave;
  isSaving: boolean;
  saveAsDraft: () => void;
  publish: () => void;
  /** The confirmation dialogs. Render them in the form's dialog. */
  dialogs: ReactNode;
}

/**
 * Saves the form of an item that is a draft or published. The form is auto-saved in the browser until it is saved on
 * the server. The user is asked before an item is unpublished and before another user's changes are overwritten.
 */
export function usePublishing<
  Item extends { id: number; version: number; status: Status },
  Status extends string,
  Values extends FieldValues,
  Output extends object,
>({
  form,
  schema,
  name,
  calls,
  messages,
  invalidates,
  item,
  onClose,
  onReload,
  itemType,
  statuses,
  consequence,
  compare,
}: PublishingOptions<Item, Status, Values, Output>): Publishing {
  const autoSave = useAutoSave({ form, dirty: form.formState.isDirty, schema, name, item });
  const { save, isSaving, stale, keepEditing, overwrite } = useSave({
    form,
    calls,
    messages,
    invalidates,
    onSaved: () => {
      autoSave.clear();
      onClose();
    },
  });
  const [pendingUnpublish, setPendingUnpublish] = useState<WithStatus<Output, Status> | null>(null);

  const send = (body: WithStatus<Output, Status>) =>
    save({ id: item?.id ?? null, body, version: autoSave.baseVersion });
  const submit = (status: Status) =>
    void form.handleSubmit((values) => {
      const body = { ...values, status };
      if (status === statuses.draft && item?.status === statuses.published) setPendingUnpublish(body);
      else send(body);
    })();

  return {
    autoSave,
    isSaving,
    saveAsDraft: () => submit(statuses.draft),
    publish: () => submit(statuses.published),
    dialogs: (
      <>
        <UnpublishDialog
          open={pendingUnpublish !== null}
          itemType={itemType}
          consequence={consequence}
          onCancel={() => setPendingUnpublish(null)}
          onConfirm={() => pendingUnpublish !== null && send(pendingUnpublish)}
        />
        {stale === null ? null : (
          <StaleVersionDialog
            itemType={itemType}
            reloadHint="Your version is kept in this browser, and you can restore it."
            compare={() => compare(stale.id, stale.body)}
            onKeepEditing={keepEditing}
            onReload={() => {
              keepEditing();
              autoSave.save();
              onReload();
            }}
            onOverwrite={overwrite}
          />
        )}
      </>
    ),
  };
}

export interface PublishButtonsProps {
  publishing: Pick<Publishing, 'isSaving' | 'saveAsDraft' | 'publish'>;
  /** The publish button's label: `Publish Lesson`. */
  label: string;
  /** Saving is not possible at the moment. */
  disabled?: boolean;
}

/** The buttons that save a form as a draft or publish it. */
export function PublishButtons({ publishing, label, disabled = false }: PublishButtonsProps) {
  const { isSaving, saveAsDraft, publish } = publishing;
  return (
    <>
      <Button disabled={isSaving || disabled} onClick={saveAsDraft}>
        Save as Draft
      </Button>
      <Button
        variant="primary"
        loading={isSaving}
        loadingLabel="Publishing..."
        disabled={disabled}
        onClick={publish}
      >
        {label}
      </Button>
    </>
  );
}

export interface UnpublishDialogProps {
  open: boolean;
  /** In lower case, for use in a sentence: `main lesson`. */
  itemType: string;
  /** The consequence for learners, as the end of a sentence. */
  consequence: string;
  onCancel: () => void;
  onConfirm: () => void;
}

/** Asks before a published item is saved as a draft, which unpublishes it. */
export function UnpublishDialog({ open, itemType, consequence, onCancel, onConfirm }: UnpublishDialogProps) {
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
