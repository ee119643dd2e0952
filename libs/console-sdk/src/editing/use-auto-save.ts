import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { useSession } from '../console/use-session.ts';
import {
  draftName,
  type LocalDraft,
  readDraft,
  readDraftCopy,
  removeDraft,
  writeDraft,
} from './local-draft.ts';

/** Milliseconds between two savings (spec 9). */
const interval = 30_000;

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

export interface AutoSave {
  /** When the form was last kept; null when it has not been. */
  savedAt: Date | null;
  /** The browser refused to keep it. */
  hasFailed: boolean;
  /** When the changes that can be restored were made; null when there are none. */
  offeredFrom: Date | null;
  restore: () => void;
  /** Throws the offered changes away. */
  decline: () => void;
  /** Keeps the form now. */
  save: () => void;
  /** Forgets what was kept: it is saved on the server, or discarded. */
  clear: () => void;
  /** The version the values in the form were made from. */
  baseVersion: number | undefined;
}

/**
 * Keeps an open form in this browser every 30 seconds, on `save` (call it on blur) and when the page is hidden, per
 * person and item. Found again, the changes are offered; they are put into the form only when asked for.
 */
export function useAutoSave<Values extends FieldValues, Output>({
  form,
  dirty,
  schema,
  name,
  item,
}: AutoSaveOptions<Values, Output>): AutoSave {
  const { user } = useSession();
  const key = draftName(user.id, name, item?.id ?? null);
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const [stored] = useState(() => ({
    draft: readDraft(key, schema),
    values: JSON.stringify(schema.safeParse(form.getValues()).data),
  }));
  const worthOffering = (draft: LocalDraft<Values> | null) =>
    draft === null || JSON.stringify(draft.values) === stored.values ? null : draft;
  const [offered, setOffered] = useState<LocalDraft<Values> | null>(null);
  const [baseVersion, setBaseVersion] = useState(item?.version);

  /** The person has answered the offer, or has gone on without it. */
  const isSettled = useRef(false);
  // Only once both places have been looked at: after a kill, localStorage may hold what was discarded long before.
  const offerNewest = useEffectEvent(async () => {
    const copy = await readDraftCopy(key, schema);
    const isNewer = copy !== null && copy.savedAt > (stored.draft?.savedAt ?? '');
    if (!isSettled.current) setOffered(worthOffering(isNewer ? copy : stored.draft));
  });
  useEffect(() => {
    void offerNewest();
  }, []);

  const clear = () => {
    isSettled.current = true;
    removeDraft(key);
    setSavedAt(null);
    setHasFailed(false);
  };

  const save = () => {
    if (!dirty) {
      // Everything typed since was taken back again.
      if (savedAt !== null) clear();
      return;
    }
    isSettled.current = true;
    const now = new Date();
    const draft = { savedAt: now.toISOString(), version: baseVersion ?? null, values: form.getValues() };
    const isKept = writeDraft(key, draft);
    if (isKept) setSavedAt(now);
    setHasFailed(!isKept);
  };

  const keep = useEffectEvent(save);
  useEffect(() => {
    const keepWhenHidden = () => {
      if (document.visibilityState === 'hidden') keep();
    };
    const timer = setInterval(() => keep(), interval);
    document.addEventListener('visibilitychange', keepWhenHidden);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', keepWhenHidden);
    };
  }, []);

  return {
    savedAt,
    hasFailed,
    offeredFrom: offered === null ? null : new Date(offered.savedAt),
    restore: () => {
      if (offered === null) return;
      isSettled.current = true;
      form.reset(offered.values, { keepDefaultValues: true });
      // Changes made to an older version still meet the newer one when they are saved.
      setBaseVersion(offered.version ?? item?.version);
      setSavedAt(new Date(offered.savedAt));
      setOffered(null);
    },
    decline: () => {
      isSettled.current = true;
      setOffered(null);
      // What has been typed meanwhile is kept under the same name.
      if (savedAt === null) removeDraft(key);
    },
    save,
    clear,
    baseVersion,
  };
}
