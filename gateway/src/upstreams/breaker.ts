/** So many failures in a row, and no more calls are sent for a while. */
const failuresToOpen = 5;
const openForMs = 1_000;

export type BreakerState = 'closed' | 'open' | 'trying';

/** Keeps calls from an instance that loses them, or from one of its routes that does not answer. */
export interface Breaker {
  state(): BreakerState;
  /** Whether a call may be sent now; after a pause one call at a time finds out. */
  allows(): boolean;
  /** A call begins; the returned function says how it ended, once. `unknown`: given up by the caller. */
  begin(): (end: 'answered' | 'failed' | 'unknown') => void;
}

export function createBreaker(now: () => number = () => performance.now()): Breaker {
  let failures = 0;
  let openUntil = 0;
  let trying = false;

  const isOpen = () => failures >= failuresToOpen;
  return {
    state: () => (!isOpen() ? 'closed' : now() < openUntil ? 'open' : 'trying'),
    allows: () => !isOpen() || (now() >= openUntil && !trying),
    begin() {
      const isTrial = isOpen();
      if (isTrial) trying = true;
      return (end) => {
        if (isTrial) trying = false;
        if (end === 'answered') failures = 0;
        if (end !== 'failed') return;
        failures += 1;
        if (isOpen()) openUntil = now() + openForMs;
      };
    },
  };
}
