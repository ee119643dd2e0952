import { ApiError } from '@khmer-learning/console-sdk';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { areValuesEqual, shareEqualParts } from '../forms/form-values.ts';

/** Milliseconds between two automatic saves on the server, and the least between two of them, when fields are left quickly. */
const autosaveIntervalMs = 30_000;
const minAutosavePauseMs = 10_000;

interface AutosaveOptions<Saved, Contents, Values extends FieldValues> {
  form: UseFormReturn<Values, unknown, Contents>;
  contentsSchema: z.ZodType<Contents>;
  /** Whether there is something that may be saved now. */
  isDue: boolean;
  save: (contents: Contents) => Promise<Saved>;
  /** Called unless the values have changed since they were sent. */
  onSaved: (saved: Saved) => void;
}

/**
 * Saves a form on the server while it is edited: at intervals and when its page is hidden.
 * @returns `autosave` now, unless just done; `waitForAutosave`, for what a running save has saved, null without or on failure;
 * its time
 */
export function useAutosave<Saved, Contents, Values extends FieldValues>({
  form,
  contentsSchema,
  isDue,
  save,
  onSaved,
}: AutosaveOptions<Saved, Contents, Values>) {
  const [autosavedAt, setAutosavedAt] = useState<Date | null>(null);
  const [openedAt] = useState(() => Date.now());
  const running = useRef<Promise<Saved | null>>(Promise.resolve(null));
  const autosaving = useRef({ isRunning: false, isOutdated: false, startedAt: openedAt });
  /** Saves what is valid. Never rejects: what is not saved stays in the form and in this browser. */
  const autosave = async () => {
    const state = autosaving.current;
    if (!isDue || state.isRunning || state.isOutdated) return;
    if (Date.now() - state.startedAt < minAutosavePauseMs) return;
    const values = shareEqualParts(null, form.getValues());
    const { data: contents } = contentsSchema.safeParse(values);
    if (contents === undefined) return;
    Object.assign(state, { isRunning: true, startedAt: Date.now() });
    try {
      const saving = save(contents);
      running.current = saving.catch(() => null);
      const saved = await saving;
      setAutosavedAt(new Date());
      // What was typed meanwhile is still to be saved.
      if (areValuesEqual(values, form.getValues())) onSaved(saved);
    } catch (error) {
      // The notice of a newer version and the next save say so, and the next save what is not allowed.
      state.isOutdated = error instanceof ApiError && [403, 409].includes(error.status);
    } finally {
      state.isRunning = false;
      running.current = Promise.resolve(null);
    }
  };
  const autosaveNow = useEffectEvent(autosave);
  useEffect(() => {
    const saveWhenHidden = () => {
      if (document.visibilityState === 'hidden') void autosaveNow();
    };
    const timer = setInterval(() => void autosaveNow(), autosaveIntervalMs);
    document.addEventListener('visibilitychange', saveWhenHidden);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', saveWhenHidden);
    };
  }, []);
  return { autosave: () => void autosave(), waitForAutosave: () => running.current, autosavedAt };
}
