import { messages } from '@khmer-learning/contracts';
import { toast } from '@khmer-learning/ui-kit';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { useSession } from '../console/use-session.ts';
import {
  draftsOf,
  type KeptDraft,
  newDraftName,
  readDrafts,
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

/** Changes that were never saved, and can be restored. */
export interface DraftOffer {
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
  offers: readonly DraftOffer[];
  /** When the newest of them were made; null when there are none. */
  offeredFrom: Date | null;
  /** Puts the offered changes into the form, the newest unless told. What was typed there is offered in their place. */
  restore: (name?: string) => void;
  /** Throws the offered changes away, the newest unless told. */
  decline: (name?: string) => void;
  /** Keeps the form now. */
  save: () => void;
  /** Forgets what was kept of this form: it is saved on the server. */
  clear: () => void;
  /** The version the values in the form were made from. */
  baseVersion: number | undefined;
}

const titled = z.object({ title: z.string().trim().min(1) });

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
  const [place] = useState(() => {
    const drafts = draftsOf(user.id, name, item?.id ?? null);
    return { drafts, own: newDraftName(drafts) };
  });
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const [stored] = useState(() => JSON.stringify(schema.safeParse(form.getValues()).data));
  const [offered, setOffered] = useState<readonly KeptDraft<Values>[]>([]);
  const [baseVersion, setBaseVersion] = useState(item?.version);
  /** What was in the form when it was saved on the server: nothing of it is unsaved. */
  const cleared = useRef<string | null>(null);

  const offerKept = useEffectEvent(async () => {
    const found = await readDrafts(place.drafts, schema);
    const isWorthOffering = (kept: KeptDraft<Values>) =>
      kept.name !== place.own && JSON.stringify(kept.draft.values) !== stored;
    setOffered(found.filter(isWorthOffering));
  });
  useEffect(() => {
    void offerKept();
  }, []);

  const forget = () => {
    removeDraft(place.own);
    setSavedAt(null);
    setHasFailed(false);
  };

  const keep = (kept: KeptDraft<Values>) => {
    const { isKept, removed } = writeDraft(kept.name, kept.draft);
    if (removed > 0) toast.show({ tone: 'info', ...messages.draftsRemoved });
    return isKept;
  };

  const typed = () => ({
    savedAt: new Date().toISOString(),
    version: baseVersion ?? null,
    values: form.getValues(),
  });

  const save = () => {
    if (!dirty) {
      // Everything typed since was taken back again.
      if (savedAt !== null) forget();
      return;
    }
    const draft = typed();
    if (JSON.stringify(draft.values) === cleared.current) return;
    const isKept = keep({ name: place.own, draft });
    if (isKept) setSavedAt(new Date(draft.savedAt));
    setHasFailed(!isKept);
  };

  const keepNow = useEffectEvent(save);
  useEffect(() => {
    const keepWhenHidden = () => {
      if (document.visibilityState === 'hidden') keepNow();
    };
    const timer = setInterval(() => keepNow(), interval);
    document.addEventListener('visibilitychange', keepWhenHidden);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', keepWhenHidden);
      keepNow();
    };
  }, []);

  const offerOf = (wanted: string | undefined) => offered.find((kept) => kept.name === wanted) ?? offered[0];

  const restore = (wanted?: string) => {
    const chosen = offerOf(wanted);
    if (chosen === undefined) return;
    const others = offered.filter((kept) => kept !== chosen);
    const inPlace = dirty ? [{ name: newDraftName(place.drafts), draft: typed() }] : [];
    // Without room for what was typed, the form stays as it is.
    if (!inPlace.every(keep)) {
      setHasFailed(true);
      return;
    }
    setOffered([...inPlace, ...others]);
    form.reset(chosen.draft.values, { keepDefaultValues: true });
    // Changes made to an older version still meet the newer one when they are saved.
    setBaseVersion(chosen.draft.version ?? item?.version);
    setSavedAt(new Date(chosen.draft.savedAt));
    if (keep({ name: place.own, draft: chosen.draft })) removeDraft(chosen.name);
  };

  const decline = (unwanted?: string) => {
    const chosen = offerOf(unwanted);
    if (chosen === undefined) return;
    setOffered(offered.filter((kept) => kept !== chosen));
    removeDraft(chosen.name);
  };

  const offers = offered.map(({ name: draft, draft: { savedAt: at, values } }) => ({
    name: draft,
    savedAt: new Date(at),
    title: titled.safeParse(values).data?.title ?? null,
  }));

  return {
    savedAt,
    hasFailed,
    offers,
    offeredFrom: offers[0]?.savedAt ?? null,
    restore,
    decline,
    save,
    clear: () => {
      cleared.current = JSON.stringify(form.getValues());
      forget();
    },
    baseVersion,
  };
}
