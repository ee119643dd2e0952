import type { ApiClient } from '@khmer-learning/console-sdk';
import { ApiError, useApi, useApiMutation, useNavigation } from '@khmer-learning/console-sdk';
import type { ContentStatus, Schedule } from '@khmer-learning/contracts';
import { formatSchoolMinute, toast, translateServerMessage } from '@khmer-learning/ui-kit';
import { useContext, useEffect, useEffectEvent, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { isStaleVersionError } from '../comparing/stale-version-dialog.tsx';
import type { AutoSave } from '../drafts/auto-save.tsx';
import { areValuesEqual, shareEqualParts } from '../forms/form-values.ts';
import { message } from '../messages/messages.ts';
import { useRights } from '../rights/use-rights.ts';
import { isPublished } from '../versions/published-status.ts';
import { hiddenMessages } from './hidden-by.ts';
import {
  type BaseVersions,
  fetchOpenedItem,
  type OpenedItem,
  type PublishableItem,
  type PublishableKind,
} from './publishable-kind.ts';
import { useAutosave } from './use-autosave.ts';
import { OnCreatedContext, showServerIssues } from './use-save.tsx';

/** What a form saves, and as what. */
export interface PublishingRequest<Contents> {
  readonly contents: Contents;
  readonly as: 'draft' | 'working copy' | 'published';
  /** The form stays open afterwards. */
  readonly staysOpen?: boolean;
  /** It is saved without the user's command. */
  readonly isAutosave?: boolean;
}

export interface PublishingOptions<
  Item extends PublishableItem,
  Contents extends object,
  Values extends FieldValues,
> {
  kind: PublishableKind<Item, Contents>;
  /** The item that is edited; null for a new one. */
  item: OpenedItem<Item> | null;
  form: UseFormReturn<Values, unknown, Contents>;
  /** The schema by which the form checks its values. */
  contentsSchema: z.ZodType<Contents>;
  /** The form's drafts in this browser. They end when it is saved. */
  autoSave: AutoSave;
  /** Called with a valid request before `send` sends it, for example to ask about it; not when unpublishing is asked. */
  beforeSave?: ((request: PublishingRequest<Contents>, send: () => void) => void) | undefined;
  onSaved: () => void;
  /** Called with the item as it is now, when the form was saved and stays open. */
  onItemChange: (item: OpenedItem<Item>) => void;
}

/** A version that was saved without publishing it. */
interface SavedVersion {
  readonly id: number;
  readonly version: number;
}

/** The state and actions of a form that can be published. */
export type Publishing<Item extends PublishableItem, Contents extends object> = ReturnType<
  typeof usePublishing<Item, Contents, FieldValues>
>;

/** The status that the item has afterwards. */
export const statusAfter = ({ as }: Pick<PublishingRequest<unknown>, 'as'>): ContentStatus =>
  as === 'draft' ? 'draft' : 'published';

/**
 * Saves the form of an item that is a draft or published. Render `PublishButtons` in its footer, `PublishingBar` and
 * `PublishingQuestions` in it: the user is asked before an item is unpublished and before another's changes are overwritten.
 */
export function usePublishing<
  Item extends PublishableItem,
  Contents extends object,
  Values extends FieldValues,
>({
  kind,
  item,
  form,
  contentsSchema,
  autoSave,
  beforeSave = (_request, send) => send(),
  onSaved,
  onItemChange,
}: PublishingOptions<Item, Contents, Values>) {
  const api = useApi();
  const { openView } = useNavigation();
  const onCreated = useContext(OnCreatedContext);
  const { mayPublish } = useRights();
  const { isDirty } = form.formState;
  const isItemPublished = item !== null && isPublished(item.stored);
  /** What a request is saved over: the versions that were opened, or those that this form has saved since. */
  const base = { version: autoSave.baseVersion ?? 0, workingCopyVersion: autoSave.workingCopyVersion };
  const merges = useMerges(form, { base, item }, autoSave.rebase);
  const [unpublishing, setUnpublishing] = useState<PublishingRequest<Contents> | null>(null);
  const [stale, setStale] = useState<PublishingRequest<Contents> | null>(null);
  const [asking, setAsking] = useState<{ readonly contents: Contents | null } | null>(null);

  const { mutate, isPending, variables } = useApiMutation({
    call: ({ request, over }: { request: PublishingRequest<Contents>; over: BaseVersions | null }) =>
      saveAfterAutosave(request, over),
    successMessage: ({ stored: { hiddenBy } }, { request: { as } }) => {
      const saved =
        as === 'working copy'
          ? message('usePublishing.workingCopy')
          : translateServerMessage(item === null ? kind.messages.created : kind.messages.updated);
      const scheduled = describeScheduleAfter(as, item?.stored.schedule, saved);
      if (scheduled !== null) return scheduled;
      if (hiddenBy !== undefined) return message(hiddenMessages[hiddenBy.entity].saved, { saved });
      return as === 'working copy'
        ? message('usePublishing.workingCopySaved', { itemType: kind.itemType })
        : saved;
    },
    successAction: ({ stored: { hiddenBy } }) => {
      if (hiddenBy === undefined) return undefined;
      const { view, open } = hiddenMessages[hiddenBy.entity];
      return { label: message(open), onSelect: () => void openView(view, { item: hiddenBy.id }) };
    },
    failureMessage: item === null ? kind.messages.createFailed : kind.messages.updateFailed,
    changes: [kind.entity],
    // Only one save at a time, even if two different buttons are pressed.
    dedupeKey: () => item?.id ?? null,
    onSuccess: (saved, { request }) => {
      autoSave.clear();
      if (item === null) onCreated(saved);
      if (!request.staysOpen) {
        onSaved();
        return;
      }
      continueWith(saved);
    },
    onError: (error, { request }) => {
      const isStale = item !== null && isOutdated(error, request);
      setStale(isStale ? request : null);
      showServerIssues(form, error);
      return isStale;
    },
  });

  /** Leaving a field to press a button saves automatically: what that saves is no other user's. */
  async function saveAfterAutosave(
    request: PublishingRequest<Contents>,
    over: BaseVersions | null,
  ): Promise<OpenedItem<Item>> {
    const saved = await waitForAutosave();
    const own = saved && { version: saved.version, workingCopyVersion: saved.workingCopyVersion };
    const options = { api, kind, item, request, onSavedVersion: autoSave.rebase };
    return saveRequest({ ...options, over: over && (own ?? over) });
  }

  function continueWith(saved: OpenedItem<Item>): void {
    onItemChange(saved);
    merges.forget();
    // The values stay as they are, and are the saved ones now.
    form.reset(form.getValues(), { keepValues: true, keepFieldsRef: true });
  }

  const { autosave, waitForAutosave, autosavedAt } = useAutosave({
    form,
    contentsSchema,
    isDue: isItemPublished && isDirty && !isPending && stale === null,
    save: (contents: Contents) => {
      const request = { contents, as: 'working copy', isAutosave: true } as const;
      return saveRequest({ api, kind, item, request, over: base, onSavedVersion: autoSave.rebase });
    },
    onSaved: (saved) => {
      autoSave.clear();
      continueWith(saved);
    },
  });

  const send = (request: PublishingRequest<Contents>) => mutate({ request, over: base });
  const submit = (as: PublishingRequest<Contents>['as'], { staysOpen = false } = {}) =>
    void form.handleSubmit((contents) => {
      const request = { contents, as, staysOpen };
      if (as === 'draft' && isItemPublished) setUnpublishing(request);
      else beforeSave(request, () => send(request));
    })();

  const review = item?.stored.review;
  const savedVersion = base.workingCopyVersion || base.version;
  const isUnderReview = review?.state === 'requested' && review.version === savedVersion;
  const hasNothingToReview = isItemPublished && base.workingCopyVersion === 0;
  const withUnsavedContents = (proceed: (contents: Contents | null) => void) => {
    if (isDirty || item === null) void form.handleSubmit(proceed)();
    else proceed(null);
  };
  const saveWithoutPublishing = async (contents: Contents | null): Promise<SavedVersion> => {
    // A new item is never saved.
    if (contents === null) return { id: item?.id ?? 0, version: savedVersion };
    const request = { contents, as: isItemPublished ? 'working copy' : 'draft' } as const;
    const saved = await saveAfterAutosave(request, base);
    autoSave.clear();
    return { id: saved.id, version: saved.workingCopyVersion || saved.version };
  };

  return {
    kind,
    item,
    autoSave,
    /** The version that the form is based on: of the working copy, if there is one. */
    savedVersion,
    isDirty,
    isSaving: isPending,
    /** As what the form is being saved; null while it is not. */
    savingAs: isPending ? variables.request.as : null,
    /** Saves a working copy of something published now, unless that was done a moment ago: call it on blur. */
    autosave,
    /** When the form was last saved in this way; null if it was not. */
    autosavedAt,
    /** Null for who may not unpublish it. */
    saveAsDraft: mayPublish || !isItemPublished ? () => submit('draft') : null,
    /** Saves changes that learners do not see yet; null when the item is not published. */
    saveWorkingCopy: isItemPublished ? () => submit('working copy') : null,
    /** Null for who may not publish, but asks for a review. */
    publish: mayPublish ? () => submit('published') : null,
    /** Opens the question of a review; null while there is nothing new to review. */
    askForReview:
      isDirty || !(isUnderReview || hasNothingToReview)
        ? () => withUnsavedContents((contents) => setAsking({ contents }))
        : null,
    /** The question for the message of a review; null while it is not asked. */
    asking:
      asking === null
        ? null
        : {
            savesAs: asking.contents === null ? null : isItemPublished ? 'working copy' : 'draft',
            save: () => saveWithoutPublishing(asking.contents),
            /** Closes the form of a new item, and reopens that of another. */
            finish: ({ id }: SavedVersion, reload: () => void) => {
              if (item !== null) return reload();
              onCreated({ id });
              onSaved();
            },
            cancel: () => setAsking(null),
          },
    /** Saves what learners do not see yet, as a draft or working copy. The form stays open, with its focus, tabs and undo. */
    saveAndContinue: () => {
      if (item !== null && !isDirty)
        toast.show({ tone: 'info', title: message('usePublishing.nothingToSave') });
      else submit(isItemPublished ? 'working copy' : 'draft', { staysOpen: true });
    },
    /** Compares the form with what another user has saved, to merge both before anything is saved. */
    compareWithStored: () =>
      void form.handleSubmit((contents) =>
        setStale({ contents, as: isItemPublished ? 'working copy' : 'draft', staysOpen: true }),
      )(),
    /** Calls `proceed` with the form's contents if they are valid and not saved yet; with null if they are saved. */
    withUnsavedContents,
    /** Saves contents (null for none) without publishing them. @returns the version to schedule or review. Throws like `call` */
    saveWithoutPublishing,
    /** The question whether to unpublish the item; null when it is not asked. */
    unpublishing:
      unpublishing === null
        ? null
        : {
            confirm: () => send(unpublishing),
            saveWorkingCopy: () => send({ ...unpublishing, as: 'working copy' }),
            cancel: () => setUnpublishing(null),
          },
    /** The question what to do with a request that was rejected because another user had saved first; null without one. */
    stale:
      stale === null
        ? null
        : {
            request: stale,
            base,
            /** The item that the form's values are based on; null when it is not known. */
            baseItem: merges.baseItem,
            values: (): unknown => form.getValues(),
            /** Puts merged values into the form, based on what the user has seen. Nothing is saved. */
            merge: (values: unknown, seen: OpenedItem<Item>, setValues: (values: unknown) => void) => {
              setStale(null);
              autoSave.save();
              merges.apply(values, seen, setValues);
            },
            keepEditing: () => setStale(null),
            /** Saves `request` over the versions that the user has seen; null overwrites any. */
            overwrite: (request: PublishingRequest<Contents>, over: BaseVersions | null) => {
              setStale(null);
              beforeSave(request, () => mutate({ request, over }));
            },
          },
  };
}

/** Says what a save means for the schedule that the item had: whether it includes the changes, or it is over. */
function describeScheduleAfter(
  as: PublishingRequest<unknown>['as'],
  schedule: Schedule | null | undefined,
  saved: string,
): string | null {
  if (!schedule || schedule.failure !== null) return null;
  const { action } = schedule;
  const at = formatSchoolMinute(new Date(schedule.at));
  const isOver = action === 'publish' ? as === 'published' : as === 'draft';
  if (isOver) return message('usePublishing.scheduleEnded', { saved, action, at });
  if (action !== 'publish') return null;
  return message(schedule.isPinned ? 'usePublishing.notInSchedule' : 'usePublishing.inSchedule', {
    saved,
    at,
  });
}

/** A form's values and what they are based on. */
interface BasedValues<Item extends PublishableItem> {
  readonly values: unknown;
  readonly base: BaseVersions;
  readonly item: OpenedItem<Item> | null;
}

/** Merged values are based on the newer version; after undoing the merge on the older one, so that a save finds the conflict. */
function useMerges<Item extends PublishableItem, Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  { base, item }: { base: BaseVersions; item: OpenedItem<Item> | null },
  onBase: (base: BaseVersions) => void,
) {
  const [merged, setMerged] = useState<OpenedItem<Item> | null>(null);
  /** The states before and after each merge. */
  const [states, setStates] = useState<readonly BasedValues<Item>[]>([]);
  const isBase = (one: OpenedItem<Item> | null) =>
    one?.version === base.version && one.workingCopyVersion === base.workingCopyVersion;
  const baseItem = [merged, item].find(isBase) ?? null;

  const rebase = useEffectEvent(() => {
    const values = form.getValues();
    const state = states.findLast((one) => areValuesEqual(one.values, values));
    if (state === undefined) return;
    setMerged(state.item);
    onBase(state.base);
  });
  const hasMerged = states.length > 0;
  useEffect(
    () => (hasMerged ? form.subscribe({ formState: { values: true }, callback: () => rebase() }) : undefined),
    [form, hasMerged],
  );

  return {
    baseItem,
    apply: (values: unknown, seen: OpenedItem<Item>, setValues: (values: unknown) => void) => {
      const before = { values: shareEqualParts(null, form.getValues()), base, item: baseItem };
      setValues(values);
      const { version, workingCopyVersion } = seen;
      const after = { values, base: { version, workingCopyVersion }, item: seen };
      setStates((all) => [...all, before, after]);
      setMerged(seen);
      onBase(after.base);
    },
    /** Called when the values were saved: undoing a merge after that undoes what is saved. */
    forget: () => {
      setStates([]);
      setMerged(null);
    },
  };
}

/** A working copy is also outdated when its item is a draft now. */
function isOutdated(error: Error, { as }: PublishingRequest<unknown>): boolean {
  return (
    isStaleVersionError(error) || (as === 'working copy' && error instanceof ApiError && error.status === 409)
  );
}

interface SaveRequestOptions<Item extends PublishableItem, Contents extends object> {
  api: ApiClient;
  kind: PublishableKind<Item, Contents>;
  item: OpenedItem<Item> | null;
  request: PublishingRequest<Contents>;
  /** What it is saved over; null overwrites any version. */
  over: BaseVersions | null;
  /** Called with what has been saved, also if something else fails afterwards. */
  onSavedVersion: (saved: Partial<BaseVersions>) => void;
}

/** @returns the item as it was saved, before its working copy is published */
async function saveRequest<Item extends PublishableItem, Contents extends object>({
  api,
  kind,
  item,
  request: { contents, as, isAutosave },
  over,
  onSavedVersion,
}: SaveRequestOptions<Item, Contents>): Promise<OpenedItem<Item>> {
  const { create, update, workingCopy: calls } = kind.endpoints;
  const status = statusAfter({ as });
  const body = { ...contents, status: kind.toStatus?.(status) ?? status };
  if (item === null) return withoutWorkingCopy(await api.call(create, { body }));
  const { id } = item;
  // What a form with a working copy publishes becomes the working copy first: another user's is not overwritten unseen.
  const hasWorkingCopy = (over ?? item).workingCopyVersion > 0;
  if (as === 'draft' || (as === 'published' && !hasWorkingCopy)) {
    const updated = await api.call(update, { params: { id }, body }, { version: over?.version });
    onSavedVersion({ version: updated.version });
    // A draft stays under review.
    return withoutWorkingCopy(as === 'draft' ? { ...updated, review: item.stored.review } : updated);
  }
  const { version: baseVersion, workingCopyVersion } = over ?? (await fetchPresentVersions(api, kind, id));
  const workingCopy = await api.call(
    calls.save,
    { params: { id }, body: { baseVersion, contents, ...(isAutosave && { isAutosave }) } },
    { version: workingCopyVersion },
  );
  const { version } = workingCopy;
  onSavedVersion({ version: baseVersion, workingCopyVersion: version });
  const published =
    as === 'published'
      ? await publishWorkingCopy(() => api.call(calls.publish, { params: { id }, body: {} }, { version }))
      : undefined;
  const { hiddenBy } = published ?? item.stored;
  const stored = { ...item.stored, hiddenBy, workingCopy };
  const edited = kind.withContents(stored, contents, 'published');
  return { id, version: baseVersion, workingCopyVersion: version, stored, edited };
}

function withoutWorkingCopy<Item extends PublishableItem>(stored: Item): OpenedItem<Item> {
  return { id: stored.id, version: stored.version, workingCopyVersion: 0, stored, edited: stored };
}

async function fetchPresentVersions<Item extends PublishableItem, Contents extends object>(
  api: ApiClient,
  kind: PublishableKind<Item, Contents>,
  id: number,
): Promise<BaseVersions> {
  const { stored, workingCopyVersion } = await fetchOpenedItem(api, kind, id);
  return { version: stored.version, workingCopyVersion };
}

/** Saving what learners see already ends the working copy, so that nothing is left to publish. */
async function publishWorkingCopy<Published>(
  publish: () => Promise<Published>,
): Promise<Published | undefined> {
  try {
    return await publish();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    return undefined;
  }
}
