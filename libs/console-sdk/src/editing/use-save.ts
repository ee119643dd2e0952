import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useApiMutation } from '../data/use-api-mutation.ts';
import { showServerIssues } from './server-issues.ts';
import { isStaleVersion } from './stale-version.tsx';

export interface SaveOptions<Body, Values extends FieldValues, Output> {
  form: UseFormReturn<Values, unknown, Output>;
  calls: {
    create: (body: Body) => Promise<unknown>;
    update: (id: number, body: Body, version: number | undefined) => Promise<unknown>;
  };
  says: { created: string; updated: string; createFailed: string; updateFailed: string };
  /** What is out of date after a success. */
  invalidates: readonly QueryKey[];
  onSaved: () => void;
  /** Shows a failure on the form that the server did not put on a field. */
  onRefused?: (error: Error) => void;
}

interface Changes<Body> {
  /** Null creates. */
  id: number | null;
  body: Body;
  /** The version the changes were made to; undefined overwrites whatever is stored. */
  version: number | undefined;
}

/**
 * Saves a form. Nothing typed is lost when it fails: what the server objects to is shown on its fields, and when
 * someone else saved first, `isStale` asks what to do.
 */
export function useSave<Body, Values extends FieldValues, Output>({
  form,
  calls,
  says,
  invalidates,
  onSaved,
  onRefused,
}: SaveOptions<Body, Values, Output>) {
  const [isStale, setIsStale] = useState(false);
  const { mutate, isPending, variables } = useApiMutation({
    call: ({ id, body, version }: Changes<Body>) =>
      id === null ? calls.create(body) : calls.update(id, body, version),
    success: (_item, { id }) => (id === null ? says.created : says.updated),
    failure: ({ id }) => (id === null ? says.createFailed : says.updateFailed),
    invalidates,
    onSuccess: onSaved,
    onError: (error) => {
      setIsStale(isStaleVersion(error));
      showServerIssues(form, error);
      onRefused?.(error);
      return isStaleVersion(error);
    },
  });

  return {
    save: mutate,
    isSaving: isPending,
    isStale,
    keepEditing: () => setIsStale(false),
    /** Saves what was refused as stale, in place of the other person's changes. */
    overwrite: () => {
      setIsStale(false);
      if (variables !== undefined) mutate({ ...variables, version: undefined });
    },
  };
}
