import type { ChangedEntity } from '@khmer-learning/console-sdk';
import { ApiError, useApiMutation } from '@khmer-learning/console-sdk';
import type { QueryKey } from '@tanstack/react-query';
import { createContext, useContext, useState } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { isStaleVersionError } from '../comparing/stale-version-dialog.tsx';

/** Called with the item that a form has created. The list's editor provides it to the form, whose save calls it. */
export const OnCreatedContext = createContext((_item: { readonly id: number }): void => {});

const createdSchema = z.object({ id: z.number() });

export interface SaveOptions<Body, Values extends FieldValues, Output> {
  form: UseFormReturn<Values, unknown, Output>;
  calls: {
    /** Resolves to the item, so that its list can say when it hides it. */
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
  onSaveError?: ((error: Error) => void) | undefined;
}

interface SaveRequest<Body> {
  /** Null creates an item. */
  id: number | null;
  body: Body;
  /** The version the changes are based on; undefined overwrites any stored version. */
  version: number | undefined;
}

/**
 * Saves a form, which keeps its values on failure and shows the server's errors on their fields. When another user saved first,
 * `stale` holds the rejected request for a `StaleVersionDialog`.
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
  const onCreated = useContext(OnCreatedContext);
  const { mutate, isPending } = useApiMutation({
    call: ({ id, body, version }: SaveRequest<Body>) =>
      id === null ? calls.create(body) : calls.update(id, body, version),
    successMessage: (_item, { id }) => (id === null ? messages.created : messages.updated),
    failureMessage: ({ id }) => (id === null ? messages.createFailed : messages.updateFailed),
    changes,
    invalidates,
    // Only one save per item at a time, even if two different buttons are pressed.
    dedupeKey: ({ id }) => id,
    onSuccess: (saved, { id }) => {
      const created = id === null ? createdSchema.safeParse(saved).data : undefined;
      if (created !== undefined) onCreated(created);
      onSaved();
    },
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
