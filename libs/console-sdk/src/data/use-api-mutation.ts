import { messages } from '@khmer-learning/contracts';
import { type ToastAction, toast } from '@khmer-learning/ui-kit';
import {
  hashKey,
  type QueryKey,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useRef } from 'react';
import { isSessionEndError } from '../api/api-error.ts';
import { userMessageOf } from '../api/user-message-of.ts';
import { message } from '../messages/messages.ts';
import { auditKeys, type ChangedEntity, useAnnounceChanges } from './query-keys.ts';

/** Options of `useApiMutation`. */
export interface ApiMutationOptions<Variables, Result> {
  /** Calls the API. */
  readonly call: (variables: Variables) => Promise<Result>;
  /** The toast after a success: `Lesson created successfully`. */
  readonly successMessage: string | ((result: Result, variables: Variables) => string);
  /** The toast after a failure for which the server sent no message: `Failed to create lesson`. */
  readonly failureMessage: string | ((variables: Variables) => string);
  /** The entities that a success changes. Every query that shows one of them is refreshed, whichever remote it is of. */
  readonly changes?: readonly ChangedEntity[];
  /** Queries to invalidate after a success, besides those and the dashboard's statistics. */
  readonly invalidates?: readonly QueryKey[];
  /** Identifies the changed item: while a call with its key is in flight, others are ignored. Default: variables. */
  readonly dedupeKey?: (variables: Variables) => unknown;
  /** Adds the button `Undo` to the toast after a success. It calls this function. */
  readonly onUndo?: (variables: Variables) => void;
  /** The button of the toast after a success, in place of `Undo`. Without a result, there is none. */
  readonly successAction?: (result: Result, variables: Variables) => ToastAction | undefined;
  /** Called after the built-in handling of a success, for example to close a dialog. */
  readonly onSuccess?: (result: Result, variables: Variables) => void;
  /** Returns true when it has shown the failure itself (a conflict, for example), so that no toast appears. */
  readonly onError?: (error: Error, variables: Variables) => boolean | undefined;
}

/** The audit log receives a change through an event, shortly after the API's response. */
const auditRefetchDelayMs = 1_000;

/**
 * A mutation through the API. A success shows a toast, announces the changes, and invalidates the given queries, the dashboard's
 * statistics and the audit log; a failure shows a toast. A double click sends it only once.
 */
export function useApiMutation<Variables, Result>(
  options: ApiMutationOptions<Variables, Result>,
): UseMutationResult<Result, Error, Variables> {
  const queryClient = useQueryClient();
  const announceChanges = useAnnounceChanges();
  const inFlight = useRef(new Set<string>());
  const dedupeKeyOf = (variables: Variables) =>
    hashKey([options.dedupeKey === undefined ? variables : options.dedupeKey(variables)]);

  const mutation = useMutation<Result, Error, Variables>({
    mutationFn: options.call,
    onSuccess: (result, variables) => {
      announceChanges(options.changes ?? []);
      for (const queryKey of options.invalidates ?? []) void queryClient.invalidateQueries({ queryKey });
      setTimeout(() => void queryClient.invalidateQueries({ queryKey: auditKeys.all }), auditRefetchDelayMs);
      const { successMessage, onUndo } = options;
      const undo = onUndo && { label: message('apiMutation.undo'), onSelect: () => onUndo(variables) };
      const action = options.successAction?.(result, variables) ?? undo;
      toast.show({
        tone: 'success',
        title: messages.success,
        description: typeof successMessage === 'string' ? successMessage : successMessage(result, variables),
        ...(action === undefined ? {} : { action }),
      });
      options.onSuccess?.(result, variables);
    },
    onError: (error, variables) => {
      // The console has its own dialog for the end of the session.
      if (options.onError?.(error, variables) === true || isSessionEndError(error)) return;
      const fallback =
        typeof options.failureMessage === 'string'
          ? options.failureMessage
          : options.failureMessage(variables);
      toast.show({ tone: 'error', title: messages.error, description: userMessageOf(error, fallback) });
    },
    onSettled: (_result, _error, variables) => {
      inFlight.current.delete(dedupeKeyOf(variables));
    },
  });

  return {
    ...mutation,
    // A button is disabled only after the next render, so a second click may come before.
    mutate: (...mutateArgs) => {
      const target = dedupeKeyOf(mutateArgs[0] as Variables);
      if (inFlight.current.has(target)) return;
      inFlight.current.add(target);
      mutation.mutate(...mutateArgs);
    },
  };
}
