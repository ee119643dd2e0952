import { z } from 'zod';
import { type ApiCallName, apiCallNames } from '../wire/api-call-names.ts';

/** An injected failure; added with `POST /sandbox/failures`. */
export const failureSchema = z.strictObject({
  call: z.enum(apiCallNames),
  /** Before the call's work, or after it, when the payment has been taken. */
  when: z.enum(['before', 'after']).default('before'),
  /** An error response, a connection closed without a response, or only `delayMs`. */
  effect: z.enum(['error', 'drop', 'none']).default('error'),
  status: z.number().int().min(400).max(599).default(500),
  /** PayPal's issue, such as `INSTRUMENT_DECLINED`. */
  issue: z.string().optional(),
  /** `Retry-After` header in seconds. */
  retryAfter: z.number().int().min(0).optional(),
  /** Delay of the call at that point, in milliseconds. */
  delayMs: z.number().int().min(0).max(600_000).default(0),
  /** Number of affected calls. */
  times: z.number().int().min(1).default(1),
});
export type InjectedFailure = z.output<typeof failureSchema>;

/** Pending injected failures. */
export type FailureQueue = ReturnType<typeof createFailureQueue>;

/** Creates an empty queue of injected failures. */
export function createFailureQueue() {
  let pendingFailures: InjectedFailure[] = [];
  return {
    add(failure: InjectedFailure): void {
      pendingFailures.push({ ...failure });
    },
    /** Returns and consumes the next failure of a call. */
    takeNext(call: ApiCallName): InjectedFailure | undefined {
      const failure = pendingFailures.find((one) => one.call === call);
      if (failure === undefined) return undefined;
      failure.times -= 1;
      pendingFailures = pendingFailures.filter(({ times }) => times > 0);
      return failure;
    },
    clear(): void {
      pendingFailures = [];
    },
  };
}
