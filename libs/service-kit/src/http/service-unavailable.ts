import { ApiError } from './api-error.ts';

const pollIntervalMs = 250;

/** 503 with `Retry-After: 1`: a dependency is unavailable. */
export function serviceUnavailable(): ApiError {
  return new ApiError(503, 'The service is not available right now', { retryAfter: 1 });
}

/**
 * Waits for `work`, but fails early when MongoDB is unresponsive. The driver's time-outs add up (a retry, a second
 * call, a restarted transaction), so after `timeoutMs` the function polls whether MongoDB still responds.
 *
 * @param timeoutMs time before the first check; with the default setting, requests fail within 2 s when MongoDB is
 * unavailable
 * @param cancel prevents a later commit; returns false when the result must be awaited
 * @throws ApiError 503 when MongoDB is unresponsive; the result of `work` is then discarded
 */
export async function rejectWhenUnresponsive<T>(
  work: Promise<T>,
  timeoutMs: number,
  isUnresponsive: () => boolean,
  cancel: () => boolean,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const unresponsive = new Promise<never>((_resolve, reject) => {
    function poll(): void {
      if (isUnresponsive() && cancel()) reject(serviceUnavailable());
      else timer = setTimeout(poll, pollIntervalMs);
    }
    timer = setTimeout(poll, timeoutMs);
  });
  try {
    return await Promise.race([work, unresponsive]);
  } finally {
    clearTimeout(timer);
  }
}
