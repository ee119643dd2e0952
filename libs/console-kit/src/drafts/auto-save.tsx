import { useSession } from '@khmer-learning/console-sdk';
import { messages } from '@khmer-learning/contracts';
import {
  Button,
  Callout,
  formatSchoolMinute,
  formatSchoolTime,
  Inline,
  langProps,
  Stack,
  Text,
  toast,
} from '@khmer-learning/ui-kit';
import { createContext, useContext, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { useMessages } from '../messages/messages.ts';
import {
  createDraftSuffix,
  draftNamePrefix,
  nextDraftTime,
  readDrafts,
  removeDraft,
  type StoredDraft,
  titleOfDraft,
  writeDraft,
} from './stored-drafts.ts';

const autoSaveIntervalMs = 30_000;

/** The draft that an opened form continues, by its key; null for none. */
export const ContinuedDraftContext = createContext<string | null>(null);

export interface AutoSaveOptions<Values extends FieldValues, Output> {
  form: UseFormReturn<Values, unknown, Output>;
  /** The form differs from the version on the server. */
  dirty: boolean;
  /** The schema of the form's values. Drafts that do not match it are not offered. */
  schema: z.ZodType<Values>;
  name: string;
  /** The edited item; null for a new one. */
  item: { id: number; version: number; workingCopyVersion?: number } | null;
}

/**
 * Keeps an open form in this browser: every 30 seconds, on `save` (call it on blur), when the page is hidden and on unmount.
 * Each open form of a user and item has a draft. Those of earlier forms are `restorableDrafts`.
 */
export function useAutoSave<Values extends FieldValues, Output>({
  form,
  dirty,
  schema,
  name,
  item,
}: AutoSaveOptions<Values, Output>) {
  const { user } = useSession();
  const continuedDraft = useContext(ContinuedDraftContext);
  const draftPrefix = draftNamePrefix(user.id, name, item?.id ?? null);
  const [draftSuffix] = useState(createDraftSuffix);
  const ownDraft = `${draftPrefix}.${draftSuffix}`;
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const [initialValues] = useState(() => JSON.stringify(schema.safeParse(form.getValues()).data));
  const [storedDrafts, setStoredDrafts] = useState<readonly StoredDraft<Values>[]>([]);
  const [baseVersion, setBaseVersion] = useState(item?.version);
  const [workingCopyVersion, setWorkingCopyVersion] = useState(item?.workingCopyVersion ?? 0);
  /** The form's values when it was saved on the server. They must not be stored as a draft again. */
  const savedValues = useRef<string | null>(null);

  const loadStoredDrafts = useEffectEvent(async () => {
    const found = await readDrafts(draftPrefix, schema);
    const isRestorable = (storedDraft: StoredDraft<Values>) =>
      storedDraft.name !== ownDraft && JSON.stringify(storedDraft.draft.values) !== initialValues;
    const restorable = found.filter(isRestorable);
    const continued = restorable.find((storedDraft) => storedDraft.name === continuedDraft);
    if (continued === undefined) setStoredDrafts(restorable);
    else restoreDraft(continued, restorable);
  });
  useEffect(() => {
    void loadStoredDrafts();
  }, []);

  const removeOwnDraft = () => {
    void removeDraft(ownDraft);
    setSavedAt(null);
    setHasFailed(false);
  };

  const storeDraft = (storedDraft: StoredDraft<Values>) => {
    const { isStored, removed } = writeDraft(storedDraft.name, storedDraft.draft);
    if (removed > 0) toast.show({ tone: 'info', ...messages.draftsRemoved });
    return isStored;
  };

  const currentDraft = () => ({
    savedAt: nextDraftTime(ownDraft),
    version: baseVersion ?? null,
    workingCopyVersion,
    values: form.getValues(),
  });

  const save = () => {
    if (!dirty) {
      // All changes were undone, so the draft is obsolete.
      if (savedAt !== null) removeOwnDraft();
      return;
    }
    const draft = currentDraft();
    if (JSON.stringify(draft.values) === savedValues.current) return;
    const isStored = storeDraft({ name: ownDraft, draft });
    if (isStored) setSavedAt(new Date(draft.savedAt));
    setHasFailed(!isStored);
  };

  const saveNow = useEffectEvent(save);
  useEffect(() => {
    const saveWhenHidden = () => {
      if (document.visibilityState === 'hidden') saveNow();
    };
    const timer = setInterval(() => saveNow(), autoSaveIntervalMs);
    document.addEventListener('visibilitychange', saveWhenHidden);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', saveWhenHidden);
      saveNow();
    };
  }, []);

  const findStoredDraft = (draftName: string | undefined) =>
    storedDrafts.find((storedDraft) => storedDraft.name === draftName) ?? storedDrafts[0];

  /** @param offered the drafts that are offered, of which it is one */
  const restoreDraft = (draftToUse: StoredDraft<Values>, offered: readonly StoredDraft<Values>[]) => {
    const others = offered.filter((storedDraft) => storedDraft !== draftToUse);
    const replacedDrafts = dirty
      ? [{ name: `${draftPrefix}.${createDraftSuffix()}`, draft: currentDraft() }]
      : [];
    // If the form's changes cannot be stored, do not replace them.
    if (!replacedDrafts.every(storeDraft)) {
      setHasFailed(true);
      return;
    }
    setStoredDrafts([...replacedDrafts, ...others]);
    form.reset(draftToUse.draft.values, { keepDefaultValues: true });
    // Keep the draft's base versions, so that saving it detects newer versions as a conflict.
    setBaseVersion(draftToUse.draft.version ?? item?.version);
    setWorkingCopyVersion(draftToUse.draft.workingCopyVersion);
    setSavedAt(new Date(draftToUse.draft.savedAt));
    if (storeDraft({ name: ownDraft, draft: draftToUse.draft })) void removeDraft(draftToUse.name);
  };

  const restore = (draftName?: string) => {
    const draftToUse = findStoredDraft(draftName);
    if (draftToUse !== undefined) restoreDraft(draftToUse, storedDrafts);
  };

  const discard = async (draftName?: string) => {
    const draftToUse = findStoredDraft(draftName);
    if (draftToUse === undefined) return;
    await removeDraft(draftToUse.name);
    setStoredDrafts((drafts) => drafts.filter(({ name }) => name !== draftToUse.name));
  };

  // A new item that was saved has an id now: the drafts of other new items are not its own.
  const ownDrafts = storedDrafts.filter((storedDraft) => storedDraft.name.startsWith(draftPrefix));
  const restorableDrafts = ownDrafts.map(({ name: draft, draft: { savedAt: at, values } }) => ({
    name: draft,
    savedAt: new Date(at),
    title: titleOfDraft(values),
  }));

  return {
    /** When the form was last stored; null when it has not been stored. */
    savedAt,
    /** The browser could not store the form: storage is full or forbidden. */
    hasFailed,
    /** The drafts that can be restored, newest first. They are kept until they are restored or discarded. */
    restorableDrafts,
    /** Puts a draft (default: the newest) into the form. The form's unsaved changes become a draft in its place. */
    restore,
    /** Discards a draft (default: the newest). It is offered until it cannot come back. Never rejects. */
    discard,
    save,
    /** Removes this form's draft, after the form was saved on the server. */
    clear: () => {
      savedValues.current = JSON.stringify(form.getValues());
      removeOwnDraft();
    },
    /** Sets the versions that the form's values are based on from now, after they were saved on the server. */
    rebase: (versions: { version?: number; workingCopyVersion?: number }) => {
      if (versions.version !== undefined) setBaseVersion(versions.version);
      if (versions.workingCopyVersion !== undefined) setWorkingCopyVersion(versions.workingCopyVersion);
    },
    /** The versions that the form's values are based on; 0 without a working copy. */
    baseVersion,
    workingCopyVersion,
  };
}

/** The auto-save of one open form. */
export type AutoSave = ReturnType<typeof useAutoSave<FieldValues, unknown>>;

/** `Auto-saved 10:42`, for the header of a form. */
export function AutoSaveStatus({ autoSave }: { autoSave: AutoSave }) {
  const t = useMessages();
  if (autoSave.hasFailed) {
    return (
      <Text as="span" size="small" role="status">
        {t('autoSave.failed')}
      </Text>
    );
  }
  if (autoSave.savedAt === null) return null;
  return (
    <Text as="span" size="small" muted role="status" style={{ whiteSpace: 'nowrap' }}>
      {t('autoSave.saved', { at: formatSchoolTime(autoSave.savedAt, { timeStyle: 'short' }) })}
    </Text>
  );
}

/** Lists unsaved changes from earlier, for example after the browser was closed, each to be restored or discarded. */
export function RestoreDraftPrompt({ autoSave }: { autoSave: AutoSave }) {
  const t = useMessages();
  const id = useId();
  const { restorableDrafts, discard, restore } = autoSave;
  if (restorableDrafts.length === 0) return null;
  return (
    <Callout tone="info" title={t('restoreDraft.title')} announce>
      <Stack gap={2}>
        {restorableDrafts.map(({ name, savedAt, title }) => (
          <Inline key={name} justify="between" gap={3} role="group" aria-labelledby={id + name}>
            <span id={id + name}>
              {title === null
                ? t('restoreDraft.saved', { at: formatSchoolMinute(savedAt) })
                : t.rich(
                    'restoreDraft.titleSaved',
                    { item: (text) => <span {...langProps(title)}>{text}</span> },
                    { title, at: formatSchoolMinute(savedAt) },
                  )}
            </span>
            <Inline>
              <Button size="small" variant="ghost" onClick={() => void discard(name)}>
                {t('action.discard')}
              </Button>
              <Button size="small" variant="primary" onClick={() => restore(name)}>
                {t('restoreDraft.restore')}
              </Button>
            </Inline>
          </Inline>
        ))}
      </Stack>
    </Callout>
  );
}
