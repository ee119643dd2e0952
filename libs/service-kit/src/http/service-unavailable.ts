import { ApiError } from './api-error.ts';

const pollIntervalMs = 250;

/** 503: what is needed to answer cannot be reached at the moment. */
export function serviceUnavailable(): ApiError {
  return new ApiError(503, 'The service is not available right now', { retryAfter: 1 });
}

/**
 * Waits for `work` as long as there is hope. The driver's own time-outs add up (a retry, a second call, a
 * transaction that starts over), so a request that has waited long enough looks whether MongoDB is silent.
 *
 * @param timeoutMs how long MongoDB may be silent; by default a request is answered within 2 s also when it is away
 * @param cancel told that it is given up, so that nothing is committed afterwards; false when it must be waited for
 * @throws ApiError 503 when it is; the work then ends unheard
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
