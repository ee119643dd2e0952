import { messages } from '@khmer-learning/contracts';
import { toast } from '@khmer-learning/ui-kit';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { useSession } from '../console/use-session.ts';
import {
  createDraftName,
  draftNamePrefix,
  readDrafts,
  removeDraft,
  type StoredDraft,
  writeDraft,
} from './local-draft.ts';

/** Milliseconds between two savings (spec 9). */
const autoSaveIntervalMs = 30_000;

export interface AutoSaveOptions<Values extends FieldValues, Output> {
  form: UseFormReturn<Values, unknown, Output>;
  /** The form differs from what is stored on the server. */
  dirty: boolean;
  /** What the form's values look like, to check a draft before it is offered. */
  schema: z.ZodType<Values>;
  /** Which form: `lesson`. */
  name: string;
  item: { id: number; version: number } | null;
}

/** Changes that were never saved, and can be restored. */
export interface RestorableDraft {
  /** Tells it from the others. */
  readonly name: string;
  /** When they were kept. */
  readonly savedAt: Date;
  /** The title that was typed; null where there is none. */
  readonly title: string | null;
}

export interface AutoSave {
  /** When the form was last kept; null when it has not been. */
  savedAt: Date | null;
  /** The browser refused to keep it. */
  hasFailed: boolean;
  /** The changes that can be restored, the newest first. They stay until they are restored or thrown away. */
  restorableDrafts: readonly RestorableDraft[];
  /** When the newest of them were made; null when there are none. */
  newestDraftAt: Date | null;
  /** Puts the offered changes into the form, the newest unless told. What was typed there is offered in their place. */
  restore: (name?: string) => void;
  /** Throws the offered changes away, the newest unless told. */
  discard: (name?: string) => void;
  /** Keeps the form now. */
  save: () => void;
  /** Forgets what was kept of this form: it is saved on the server. */
  clear: () => void;
  /** The version the values in the form were made from. */
  baseVersion: number | undefined;
}

const titledSchema = z.object({ title: z.string().trim().min(1) });

/**
 * Keeps an open form in this browser every 30 seconds, on `save` (call it on blur), when the page is hidden and when
 * the form is left, per person and item, each open form apart. Found again, the changes are offered; they are put into
 * the form only when asked for.
 */
export function useAutoSave<Values extends FieldValues, Output>({
  form,
  dirty,
  schema,
  name,
  item,
}: AutoSaveOptions<Values, Output>): AutoSave {
  const { user } = useSession();
  const [draftNames] = useState(() => {
    const namePrefix = draftNamePrefix(user.id, name, item?.id ?? null);
    return { drafts: namePrefix, own: createDraftName(namePrefix) };
  });
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const [initialValues] = useState(() => JSON.stringify(schema.safeParse(form.getValues()).data));
  const [storedDrafts, setStoredDrafts] = useState<readonly StoredDraft<Values>[]>([]);
  const [baseVersion, setBaseVersion] = useState(item?.version);
  /** What was in the form when it was saved on the server: nothing of it is unsaved. */
  const savedValues = useRef<string | null>(null);

  const loadStoredDrafts = useEffectEvent(async () => {
    const found = await readDrafts(draftNames.drafts, schema);
    const isRestorable = (storedDraft: StoredDraft<Values>) =>
      storedDraft.name !== draftNames.own && JSON.stringify(storedDraft.draft.values) !== initialValues;
    setStoredDrafts(found.filter(isRestorable));
  });
  useEffect(() => {
    void loadStoredDrafts();
  }, []);

  const removeOwnDraft = () => {
    removeDraft(draftNames.own);
    setSavedAt(null);
    setHasFailed(false);
  };

  const storeDraft = (storedDraft: StoredDraft<Values>) => {
    const { isStored, removed } = writeDraft(storedDraft.name, storedDraft.draft);
    if (removed > 0) toast.show({ tone: 'info', ...messages.draftsRemoved });
    return isStored;
  };

  const currentDraft = () => ({
    savedAt: new Date().toISOString(),
    version: baseVersion ?? null,
    values: form.getValues(),
  });

  const save = () => {
    if (!dirty) {
      // Everything typed since was taken back again.
      if (savedAt !== null) removeOwnDraft();
      return;
    }
    const draft = currentDraft();
    if (JSON.stringify(draft.values) === savedValues.current) return;
    const isStored = storeDraft({ name: draftNames.own, draft });
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

  const restore = (draftName?: string) => {
    const draftToUse = findStoredDraft(draftName);
    if (draftToUse === undefined) return;
    const others = storedDrafts.filter((storedDraft) => storedDraft !== draftToUse);
    const replacedDrafts = dirty ? [{ name: createDraftName(draftNames.drafts), draft: currentDraft() }] : [];
    // Without room for what was typed, the form stays as it is.
    if (!replacedDrafts.every(storeDraft)) {
      setHasFailed(true);
      return;
    }
    setStoredDrafts([...replacedDrafts, ...others]);
    form.reset(draftToUse.draft.values, { keepDefaultValues: true });
    // Changes made to an older version still meet the newer one when they are saved.
    setBaseVersion(draftToUse.draft.version ?? item?.version);
    setSavedAt(new Date(draftToUse.draft.savedAt));
    if (storeDraft({ name: draftNames.own, draft: draftToUse.draft })) removeDraft(draftToUse.name);
  };

  const discard = (draftName?: string) => {
    const draftToUse = findStoredDraft(draftName);
    if (draftToUse === undefined) return;
    setStoredDrafts(storedDrafts.filter((storedDraft) => storedDraft !== draftToUse));
    removeDraft(draftToUse.name);
  };

  const restorableDrafts = storedDrafts.map(({ name: draft, draft: { savedAt: at, values } }) => ({
    name: draft,
    savedAt: new Date(at),
    title: titledSchema.safeParse(values).data?.title ?? null,
  }));

  return {
    savedAt,
    hasFailed,
    restorableDrafts,
    newestDraftAt: restorableDrafts[0]?.savedAt ?? null,
    restore,
    discard,
    save,
    clear: () => {
      savedValues.current = JSON.stringify(form.getValues());
      removeOwnDraft();
    },
    baseVersion,
  };
}
