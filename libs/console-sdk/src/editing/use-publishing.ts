import type { ContentStatus } from '@khmer-learning/contracts';
import { useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useApi } from '../api/api-provider.tsx';
import type { AutoSave } from './auto-save.tsx';
import { isPublished, type PublishableItem, type PublishableKind } from './publishable-kind.ts';
import { useSave } from './use-save.tsx';

/** What a form saves, and the status that the item gets. */
export interface PublishingRequest<Contents> {
  readonly contents: Contents;
  readonly status: ContentStatus;
}

/** Options of `usePublishing`. */
export interface PublishingOptions<
  Item extends PublishableItem,
  Contents extends object,
  Values extends FieldValues,
> {
  kind: PublishableKind<Item, Contents>;
  /** The item that is edited; null for a new one. */
  item: Item | null;
  form: UseFormReturn<Values, unknown, Contents>;
  /** The form's drafts in this browser. They end when it is saved. */
  autoSave: AutoSave;
  /**
   * Called with a valid request before it is sent, also over another user's version, for example to ask about its
   * consequences; `send` sends it. Not called when the user is asked whether to unpublish the item.
   */
  beforeSave?: (request: PublishingRequest<Contents>, send: () => void) => void;
  onSaved: () => void;
}

/** The state and actions of a form that can be published. */
export type Publishing<Item extends PublishableItem, Contents extends object> = ReturnType<
  typeof usePublishing<Item, Contents, FieldValues>
>;

/**
 * Saves the form of an item that is a draft or published. Render `PublishButtons` in the form's footer and
 * `PublishingQuestions` in the form: the user is asked before an item is unpublished and before another user's changes
 * are overwritten.
 */
export function usePublishing<
  Item extends PublishableItem,
  Contents extends object,
  Values extends FieldValues,
>({
  kind,
  item,
  form,
  autoSave,
  beforeSave = (_request, send) => send(),
  onSaved,
}: PublishingOptions<Item, Contents, Values>) {
  const api = useApi();
  const [unpublishing, setUnpublishing] = useState<PublishingRequest<Contents> | null>(null);
  const { save, isSaving, stale, keepEditing, overwrite } = useSave({
    form,
    calls: {
      create: ({ contents, status }: PublishingRequest<Contents>) => kind.create(api, contents, status),
      update: (id, { contents, status }, version) => kind.update(api, id, contents, status, version),
    },
    messages: kind.messages,
    changes: kind.changes,
    onSaved: () => {
      autoSave.clear();
      onSaved();
    },
  });

  const send = (request: PublishingRequest<Contents>) =>
    save({ id: item?.id ?? null, body: request, version: autoSave.baseVersion });
  const submit = (status: ContentStatus) =>
    void form.handleSubmit((contents) => {
      const request = { contents, status };
      if (status === 'draft' && item !== null && isPublished(item)) setUnpublishing(request);
      else beforeSave(request, () => send(request));
    })();

  return {
    kind,
    autoSave,
    isSaving,
    saveAsDraft: () => submit('draft'),
    publish: () => submit('published'),
    /** The question whether to unpublish the item; null when it is not asked. */
    unpublishing:
      unpublishing === null
        ? null
        : { confirm: () => send(unpublishing), cancel: () => setUnpublishing(null) },
    /** The question what to do with a request that was rejected because another user had saved first; null without one. */
    stale:
      stale === null
        ? null
        : {
            id: stale.id,
            request: stale.body,
            keepEditing,
            /** Saves the request over `version`, the one the user has seen; undefined overwrites any version. */
            overwrite: (version: number | undefined) => {
              keepEditing();
              beforeSave(stale.body, () => overwrite(version));
            },
          },
  };
}
