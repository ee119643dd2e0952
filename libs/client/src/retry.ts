import type { KhmerLearningApiError } from './api-error.ts';
import type { Call } from './call.ts';

export interface RetryOptions {
  /** Most tries of one call, the first one included; default 4. 1: none is repeated. */
  readonly maxTries?: number;
  /** Longest wait before the second try, in milliseconds; default 500. It doubles with each try. */
  readonly baseMs?: number;
  /** Longest wait before any try, in milliseconds; default 15,000. */
  readonly maxMs?: number;
  /** A call that has to wait for more seconds (`Retry-After`) fails at once; default 60. */
  readonly maxRetryAfter?: number;
}

export const defaultRetry = { maxTries: 4, baseMs: 500, maxMs: 15_000, maxRetryAfter: 60 } as const;

/** The gateway or a service is away for a moment, or the answer to this try was lost. */
const passingStatuses: readonly number[] = [0, 502, 503, 504];
const tooManyRequests = 429;
const invalidResponse = 'invalid_response';

/**
 * How long to wait before the next try, in milliseconds; undefined when the call has failed for good. The wait is random
 * from 0 to an exponential limit, so that clients do not come back together ("full jitter": Brooker, Exponential Backoff
 * And Jitter, AWS Architecture Blog, 2015), after the seconds that the API asked for.
 *
 * A refused call (429) was not executed, so that any call with a key can be repeated. After other failures the call may
 * have been executed: only a repeatable one is sent again.
 *
 * @param tries number of tries so far, 1 or more
 * @param random from 0 to 1
 */
export function retryDelayMs(
  { access, repeatable }: Pick<Call, 'access' | 'repeatable'>,
  { status, code, retryAfter = 0 }: Pick<KhmerLearningApiError, 'status' | 'code' | 'retryAfter'>,
  tries: number,
  { maxTries, baseMs, maxMs, maxRetryAfter }: Required<RetryOptions>,
  random: number,
): number | undefined {
  const canRepeat =
    status === tooManyRequests
      ? repeatable || access !== 'public'
      : repeatable && code !== invalidResponse && passingStatuses.includes(status);
  if (!canRepeat || tries >= maxTries || retryAfter > maxRetryAfter) return undefined;
  return retryAfter * 1_000 + random * Math.min(maxMs, baseMs * 2 ** (tries - 1));
}
