import { type ReactNode, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { VersionComparison } from './compared-field.ts';
import { StaleVersionDialog } from './stale-version-dialog.tsx';
import { UnpublishDialog } from './unpublish-dialog.tsx';
import { type AutoSave, type AutoSaveOptions, useAutoSave } from './use-auto-save.ts';
import type { ItemFormProps } from './use-item-editor.tsx';
import { type SaveOptions, useSave } from './use-save.ts';

/** What is saved: the form's values, and whether learners see them. */
type WithStatus<Output, Status> = Output & { status: Status };

export interface PublishingOptions<
  Item extends { id: number; version: number; status: Status },
  Status extends string,
  Values extends FieldValues,
  Output extends object,
> extends Pick<AutoSaveOptions<Values, Output>, 'form' | 'schema' | 'name'>,
    Pick<SaveOptions<WithStatus<Output, Status>, Values, Output>, 'calls' | 'messages' | 'invalidates'>,
    ItemFormProps<Item> {
  /** As it stands in a sentence: `main lesson`. */
  itemType: string;
  /** The status that shows it to learners, and the one that does not. */
  statuses: { published: Status; draft: Status };
  /** What learners lose when it is saved as a draft. */
  consequence: string;
  /** Fetches what is stored now and puts it beside what was to be saved; null when it is gone. */
  compare: (id: number, body: WithStatus<Output, Status>) => Promise<VersionComparison | null>;
}

export interface Publishing {
  autoSave: AutoSave;
  isSaving: boolean;
  saveAsDraft: () => void;
  publish: () => void;
  /** What has to be asked meanwhile: to render in the form's dialog. */
  dialogs: ReactNode;
}

/**
 * Saves the form of something that is a draft or published. It keeps itself in the browser until it is saved; taking
 * back what is published, and overwriting what someone else has saved, are asked about first.
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
            reloadHint="What you have here is kept in this browser, and you can restore it."
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
