import { z } from 'zod';
import { type ApiCallName, apiCallNames } from '../wire/api-call-names.ts';

/** A call that is to go wrong; asked for with `POST /sandbox/failures`. */
export const failureSchema = z.strictObject({
  call: z.enum(apiCallNames),
  /** Before the call's work, or after it: the money is taken then. */
  when: z.enum(['before', 'after']).default('before'),
  /** An error answer, a connection that ends without one, or nothing but `delayMs`. */
  effect: z.enum(['error', 'drop', 'none']).default('error'),
  status: z.number().int().min(400).max(599).default(500),
  /** PayPal's issue, such as `INSTRUMENT_DECLINED`. */
  issue: z.string().optional(),
  /** Seconds, as the header `Retry-After`. */
  retryAfter: z.number().int().min(0).optional(),
  /** How long the call waits at that moment. */
  delayMs: z.number().int().min(0).max(600_000).default(0),
  /** How many calls go wrong. */
  times: z.number().int().min(1).default(1),
});
export type InjectedFailure = z.output<typeof failureSchema>;

/** The failures that are still to come. */
export interface FailureQueue {
  add(failure: InjectedFailure): void;
  /** The next failure of a call, which is used up by this. */
  takeNext(call: ApiCallName): InjectedFailure | undefined;
  clear(): void;
}

export function createFailureQueue(): FailureQueue {
  let pendingFailures: InjectedFailure[] = [];
  return {
    add: (failure) => pendingFailures.push({ ...failure }),
    takeNext(call) {
      const failure = pendingFailures.find((one) => one.call === call);
      if (failure === undefined) return undefined;
      failure.times -= 1;
      pendingFailures = pendingFailures.filter(({ times }) => times > 0);
      return failure;
    },
    clear() {
      pendingFailures = [];
    },
  };
}
