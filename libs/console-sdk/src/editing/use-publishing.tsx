import { type ReactNode, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { Comparison } from './compared-field.ts';
import { StaleVersionDialog } from './stale-version.tsx';
import { UnpublishDialog } from './unpublish-dialog.tsx';
import { type AutoSave, type AutoSaveOptions, useAutoSave } from './use-auto-save.ts';
import type { EditorFormProps } from './use-editor.tsx';
import { type SaveOptions, useSave } from './use-save.ts';

/** What is saved: the form's values, and whether learners see them. */
type Saved<Output, Status> = Output & { status: Status };

export interface PublishingOptions<
  Item extends { id: number; version: number; status: Status },
  Status extends string,
  Values extends FieldValues,
  Output extends object,
> extends Pick<AutoSaveOptions<Values, Output>, 'form' | 'schema' | 'name'>,
    Pick<SaveOptions<Saved<Output, Status>, Values, Output>, 'calls' | 'says' | 'invalidates'>,
    EditorFormProps<Item> {
  /** As it stands in a sentence: `main lesson`. */
  thing: string;
  /** The status that shows it to learners, and the one that does not. */
  statuses: { published: Status; draft: Status };
  /** What learners lose when it is saved as a draft. */
  consequence: string;
  /** Fetches what is stored now and puts it beside what was to be saved; null when it is gone. */
  compare: (id: number, body: Saved<Output, Status>) => Promise<Comparison | null>;
}

export interface Publishing {
  autoSave: AutoSave;
  isSaving: boolean;
  saveAsDraft: () => void;
  publish: () => void;
  /** What has to be asked meanwhile: to render in the form's dialog. */
  questions: ReactNode;
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
  says,
  invalidates,
  item,
  onClose,
  onReload,
  thing,
  statuses,
  consequence,
  compare,
}: PublishingOptions<Item, Status, Values, Output>): Publishing {
  const autoSave = useAutoSave({ form, dirty: form.formState.isDirty, schema, name, item });
  const { save, isSaving, stale, keepEditing, overwrite } = useSave({
    form,
    calls,
    says,
    invalidates,
    onSaved: () => {
      autoSave.clear();
      onClose();
    },
  });
  const [unpublishing, setUnpublishing] = useState<Saved<Output, Status> | null>(null);

  const send = (body: Saved<Output, Status>) =>
    save({ id: item?.id ?? null, body, version: autoSave.baseVersion });
  const submit = (status: Status) =>
    void form.handleSubmit((values) => {
      const body = { ...values, status };
      if (status === statuses.draft && item?.status === statuses.published) setUnpublishing(body);
      else send(body);
    })();

  return {
    autoSave,
    isSaving,
    saveAsDraft: () => submit(statuses.draft),
    publish: () => submit(statuses.published),
    questions: (
      <>
        <UnpublishDialog
          open={unpublishing !== null}
          thing={thing}
          consequence={consequence}
          onCancel={() => setUnpublishing(null)}
          onConfirm={() => unpublishing !== null && send(unpublishing)}
        />
        {stale === null ? null : (
          <StaleVersionDialog
            thing={thing}
            whatReloadDoes="What you have here is kept in this browser, and you can restore it."
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
