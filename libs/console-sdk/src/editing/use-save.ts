import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useApiMutation } from '../data/use-api-mutation.ts';
import { showServerIssues } from './server-issues.ts';
import { isStaleVersionError } from './stale-version-dialog.tsx';

export interface SaveOptions<Body, Values extends FieldValues, Output> {
  form: UseFormReturn<Values, unknown, Output>;
  calls: {
    create: (body: Body) => Promise<unknown>;
    update: (id: number, body: Body, version: number | undefined) => Promise<unknown>;
  };
  messages: { created: string; updated: string; createFailed: string; updateFailed: string };
  /** What is out of date after a success. */
  invalidates: readonly QueryKey[];
  onSaved: () => void;
  /** Shows a failure on the form that the server did not put on a field. */
  onSaveError?: (error: Error) => void;
}

interface SaveRequest<Body> {
  /** Null creates. */
  id: number | null;
  body: Body;
  /** The version the changes were made to; undefined overwrites whatever is stored. */
  version: number | undefined;
}

/**
 * Saves a form. Nothing typed is lost when it fails: what the server objects to is shown on its fields, and when
 * someone else saved first, `stale` holds what was refused, for a `StaleVersionDialog` to ask what to do.
 */
export function useSave<Body, Values extends FieldValues, Output>({
  form,
  calls,
  messages,
  invalidates,
  onSaved,
  onSaveError,
}: SaveOptions<Body, Values, Output>) {
  const [stale, setStale] = useState<{ id: number; body: Body } | null>(null);
  const { mutate, isPending } = useApiMutation({
    call: ({ id, body, version }: SaveRequest<Body>) =>
      id === null ? calls.create(body) : calls.update(id, body, version),
    successMessage: (_item, { id }) => (id === null ? messages.created : messages.updated),
    failureMessage: ({ id }) => (id === null ? messages.createFailed : messages.updateFailed),
    invalidates,
    // Whichever button was pressed second, and whatever it says.
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
    /** What was refused because someone else had saved first; null while nothing is. */
    stale,
    keepEditing: () => setStale(null),
    /** Saves what was refused as stale, in place of the version the person has seen, or whichever is stored. */
    overwrite: (version: number | undefined) => {
      setStale(null);
      if (stale !== null) mutate({ ...stale, version });
    },
  };
}
