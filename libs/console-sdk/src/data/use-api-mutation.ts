import { messages } from '@khmer-learning/contracts';
import { toast } from '@khmer-learning/ui-kit';
import {
  hashKey,
  type QueryKey,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useRef } from 'react';
import { isSessionEndError, userMessageOf } from '../api/api-error.ts';
import { auditKeys, dashboardStatsKey } from './query-keys.ts';

export interface ApiMutationOptions<Variables, Result> {
  /** Makes the call. */
  readonly call: (variables: Variables) => Promise<Result>;
  /** The toast after a success: `Lesson created successfully`. */
  readonly successMessage: string | ((result: Result, variables: Variables) => string);
  /** The toast after a failure the server said nothing about: `Failed to create lesson`. */
  readonly failureMessage: string | ((variables: Variables) => string);
  /** What is out of date after a success, besides the dashboard's figures. */
  readonly invalidates: readonly QueryKey[];
  /** What is changed: while one change of it is under way, `mutate` makes no other. Default: the variables. */
  readonly dedupeKey?: (variables: Variables) => unknown;
  /** Done as well, after the built-in work: closing a dialog, for example. */
  readonly onSuccess?: (result: Result, variables: Variables) => void;
  /** Answers true when it has shown the failure itself, so that no toast is needed: a conflict, for example. */
  readonly onError?: (error: Error, variables: Variables) => boolean | undefined;
}

/** The audit trail hears of a change by an event, a moment after the answer. */
const auditRefetchDelayMs = 1_000;

/**
 * A change made through the API. A success is announced, and the lists it touches and the dashboard's figures
 * are refreshed, and so is the audit trail in sight; a failure is announced in the server's words or the fallback's (spec 4 and 8).
 * A double click makes it once.
 */
export function useApiMutation<Variables, Result>(
  options: ApiMutationOptions<Variables, Result>,
): UseMutationResult<Result, Error, Variables> {
  const queryClient = useQueryClient();
  const inFlight = useRef(new Set<string>());
  const dedupeKeyOf = (variables: Variables) =>
    hashKey([options.dedupeKey === undefined ? variables : options.dedupeKey(variables)]);

  const mutation = useMutation<Result, Error, Variables>({
    mutationFn: options.call,
    onSuccess: (result, variables) => {
      for (const queryKey of [...options.invalidates, dashboardStatsKey]) {
        void queryClient.invalidateQueries({ queryKey });
      }
      setTimeout(() => void queryClient.invalidateQueries({ queryKey: auditKeys.all }), auditRefetchDelayMs);
      const { successMessage } = options;
      toast.success(typeof successMessage === 'string' ? successMessage : successMessage(result, variables));
      options.onSuccess?.(result, variables);
    },
    onError: (error, variables) => {
      // The end of the session has a dialog of its own.
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
    // A button is disabled only once the page is drawn anew: a second click may come before.
    mutate: (...mutateArgs) => {
      const target = dedupeKeyOf(mutateArgs[0] as Variables);
      if (inFlight.current.has(target)) return;
      inFlight.current.add(target);
      mutation.mutate(...mutateArgs);
    },
  };
}
