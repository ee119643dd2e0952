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
import { endsSession, userMessageOf } from '../api/api-error.ts';
import { auditKeys, dashboardStatsKey } from './query-keys.ts';

export interface ApiMutationOptions<Variables, Result> {
  /** Makes the call. */
  readonly call: (variables: Variables) => Promise<Result>;
  /** The toast after a success: `Lesson created successfully`. */
  readonly success: string | ((result: Result, variables: Variables) => string);
  /** The toast after a failure the server said nothing about: `Failed to create lesson`. */
  readonly failure: string | ((variables: Variables) => string);
  /** What is out of date after a success, besides the dashboard's figures. */
  readonly invalidates: readonly QueryKey[];
  /** What is changed: while one change of it is under way, `mutate` makes no other. Default: the variables. */
  readonly target?: (variables: Variables) => unknown;
  /** Done as well, after the built-in work: closing a dialog, for example. */
  readonly onSuccess?: (result: Result, variables: Variables) => void;
  /** Answers true when it has shown the failure itself, so that no toast is needed: a conflict, for example. */
  readonly onError?: (error: Error, variables: Variables) => boolean | undefined;
}

/** The audit trail hears of a change by an event, a moment after the answer. */
const auditDelayMs = 1_000;

/**
 * A change made through the API. A success is announced, and the lists it touches and the dashboard's figures
 * are refreshed, and so is the audit trail in sight; a failure is announced in the server's words or the fallback's (spec 4 and 8).
 * A double click makes it once.
 */
export function useApiMutation<Variables, Result>(
  options: ApiMutationOptions<Variables, Result>,
): UseMutationResult<Result, Error, Variables> {
  const queryClient = useQueryClient();
  const underWay = useRef(new Set<string>());
  const targetOf = (variables: Variables) =>
    hashKey([options.target === undefined ? variables : options.target(variables)]);

  const mutation = useMutation<Result, Error, Variables>({
    mutationFn: options.call,
    onSuccess: (result, variables) => {
      for (const queryKey of [...options.invalidates, dashboardStatsKey]) {
        void queryClient.invalidateQueries({ queryKey });
      }
      setTimeout(() => void queryClient.invalidateQueries({ queryKey: auditKeys.all }), auditDelayMs);
      const { success } = options;
      toast.success(typeof success === 'string' ? success : success(result, variables));
      options.onSuccess?.(result, variables);
    },
    onError: (error, variables) => {
      // The end of the session has a dialog of its own.
      if (options.onError?.(error, variables) === true || endsSession(error)) return;
      const fallback = typeof options.failure === 'string' ? options.failure : options.failure(variables);
      toast.show({ tone: 'error', title: messages.error, description: userMessageOf(error, fallback) });
    },
    onSettled: (_result, _error, variables) => {
      underWay.current.delete(targetOf(variables));
    },
  });

  return {
    ...mutation,
    // A button is disabled only once the page is drawn anew: a second click may come before.
    mutate: (...asked) => {
      const target = targetOf(asked[0] as Variables);
      if (underWay.current.has(target)) return;
      underWay.current.add(target);
      mutation.mutate(...asked);
    },
  };
}
