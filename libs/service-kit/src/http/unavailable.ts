import { ApiError } from './api-error.ts';

const lookAgainMs = 250;

/** 503: what is needed to answer cannot be reached at the moment. */
export function unavailable(): ApiError {
  return new ApiError(503, 'The service is not available right now', { retryAfter: 1 });
}

/**
 * Waits for `work` as long as there is hope. The driver's own time-outs add up (a retry, a second call, a
 * transaction that starts over), so a request that has waited long enough looks whether MongoDB is silent.
 *
 * @param timeoutMs how long MongoDB may be silent; by default a request is answered within 2 s also when it is away
 * @param giveUp told that it is given up, so that nothing is committed afterwards; false when it must be waited for
 * @throws ApiError 503 when it is; the work then ends unheard
 */
export async function whileAvailable<T>(
  work: Promise<T>,
  timeoutMs: number,
  isSilent: () => boolean,
  giveUp: () => boolean,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const hopeless = new Promise<never>((_resolve, reject) => {
    function look(): void {
      if (isSilent() && giveUp()) reject(unavailable());
      else timer = setTimeout(look, lookAgainMs);
    }
    timer = setTimeout(look, timeoutMs);
  });
  try {
    return await Promise.race([work, hopeless]);
  } finally {
    clearTimeout(timer);
  }
}
