import type { ChangedEntity } from '@khmer-learning/console-sdk';
import { ApiError, useApiMutation } from '@khmer-learning/console-sdk';
import { Button, ConfirmDialog } from '@khmer-learning/ui-kit';
import type { QueryKey } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { type AutoSave, type AutoSaveOptions, useAutoSave } from './auto-save.tsx';
import type { VersionComparison } from './field-differences.tsx';
import type { ItemFormProps } from './item-editor.tsx';
import { isStaleVersionError, StaleVersionDialog } from './stale-version-dialog.tsx';

/** Options of `useSave`. */
export interface SaveOptions<Body, Values extends FieldValues, Output> {
  form: UseFormReturn<Values, unknown, Output>;
  calls: {
    create: (body: Body) => Promise<unknown>;
    update: (id: number, body: Body, version: number | undefined) => Promise<unknown>;
  };
  messages: { created: string; updated: string; createFailed: string; updateFailed: string };
  /** The entities that a success changes, as in `useApiMutation`. */
  changes?: readonly ChangedEntity[];
  /** Queries to invalidate after a success, besides those that show the entities. */
  invalidates?: readonly QueryKey[];
  onSaved: () => void;
  /** Called with every failure, to show errors that do not belong to a field. */
  onSaveError?: (error: Error) => void;
}

interface SaveRequest<Body> {
  /** Null creates an item. */
  id: number | null;
  body: Body;
  /** The version the changes are based on; undefined overwrites any stored version. */
  version: number | undefined;
}

/**
 * Saves a form. A failure keeps the form's values. Validation errors from the server are shown on their fields. When
 * another user saved first, `stale` holds the rejected request for a `StaleVersionDialog`.
 */
export function useSave<Body, Values extends FieldValues, Output>({
  form,
  calls,
  messages,
  changes = [],
  invalidates = [],
  onSaved,
  onSaveError,
}: SaveOptions<Body, Values, Output>) {
  const [stale, setStale] = useState<{ id: number; body: Body } | null>(null);
  const { mutate, isPending } = useApiMutation({
    call: ({ id, body, version }: SaveRequest<Body>) =>
      id === null ? calls.create(body) : calls.update(id, body, version),
    successMessage: (_item, { id }) => (id === null ? messages.created : messages.updated),
    failureMessage: ({ id }) => (id === null ? messages.createFailed : messages.updateFailed),
    changes,
    invalidates,
    // Only one save per item at a time, even if two different buttons are pressed.
    dedupeKey: ({ id }) => id,
    onSuccess: onSaved,
    onError: (error, { id, body }) => {
      setStale(isStaleVersionError(error) && id !== null ? { id, body } : null);
      showServerIssues(form, error);
      onSaveError?.(error);
      return isStaleVersionError(error);
    },
  });

  return {
    save: mutate,
    isSaving: isPending,
    /** The request that was rejected because another user had saved first; null without one. */
    stale,
    keepEditing: () => setStale(null),
    /** Saves the rejected request over `version`, the one the user has seen; undefined overwrites any version. */
    overwrite: (version: number | undefined) => {
      setStale(null);
      if (stale !== null) mutate({ ...stale, version });
    },
  };
}

/** Shows the server's validation errors on their fields and focuses the first one. Ignores other errors. */
export function showServerIssues<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  error: Error,
): void {
  if (!(error instanceof ApiError)) return;
  error.issues.forEach(({ path, message }, index) => {
    form.setError(path as FieldPath<Values>, { type: 'server', message }, { shouldFocus: index === 0 });
  });
}

/** The request body: the form's values and the status. */
type WithStatus<Output, Status> = Output & { status: Status };

/** Options of `usePublishing`. */
export interface PublishingOptions<
  Item extends { id: number; version: number; status: Status },
  Status extends string,
  Values extends FieldValues,
  Output extends object,
> extends Pick<AutoSaveOptions<Values, Output>, 'form' | 'schema' | 'name'>,
    Pick<
      SaveOptions<WithStatus<Output, Status>, Values, Output>,
      'calls' | 'messages' | 'changes' | 'invalidates'
    >,
    ItemFormProps<Item> {
  /** In lower case, for use in a sentence: `main lesson`. */
  itemType: string;
  /** The values of `status` for a published item and for a draft. */
  statuses: { published: Status; draft: Status };
  /** The consequence for learners when it is unpublished, as the end of a sentence. */
  consequence: string;
  /**
   * Called with a valid body before it is saved, also over another user's version, for example to ask about its
   * consequences; `save` saves it. Not called when the user is asked whether to unpublish the item.
   */
  beforeSave?: (body: WithStatus<Output, Status>, save: () => void) => void;
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
  changes = [],
  invalidates = [],
  item,
  onClose,
  onReload,
  itemType,
  statuses,
  consequence,
  beforeSave = (_body, proceed) => proceed(),
  compare,
}: PublishingOptions<Item, Status, Values, Output>): Publishing {
  const autoSave = useAutoSave({ form, dirty: form.formState.isDirty, schema, name, item });
  const { save, isSaving, stale, keepEditing, overwrite } = useSave({
    form,
    calls,
    messages,
    changes,
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
      else beforeSave(body, () => send(body));
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
            onOverwrite={(version) => {
              keepEditing();
              beforeSave(stale.body, () => overwrite(version));
            }}
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
