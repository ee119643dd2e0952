/** So many failures in a row, and no more calls are sent for a while. */
const failureThreshold = 5;
const resetTimeoutMs = 1_000;

export type CircuitBreakerState = 'closed' | 'open' | 'trying';

/** Keeps calls from an instance that loses them, or from one of its routes that does not answer. */
export interface CircuitBreaker {
  state(): CircuitBreakerState;
  /** Whether a call may be sent now; after a pause one call at a time finds out. */
  allowsCall(): boolean;
  /** A call begins; the returned function says how it ended, once. `unknown`: given up by the caller. */
  beginCall(): (end: 'answered' | 'failed' | 'unknown') => void;
}

export function createCircuitBreaker(now: () => number = () => performance.now()): CircuitBreaker {
  let failures = 0;
  let openUntil = 0;
  let isTrialInFlight = false;

  const isOpen = () => failures >= failureThreshold;
  return {
    state: () => (!isOpen() ? 'closed' : now() < openUntil ? 'open' : 'trying'),
    allowsCall: () => !isOpen() || (now() >= openUntil && !isTrialInFlight),
    beginCall() {
      const isTrial = isOpen();
      if (isTrial) isTrialInFlight = true;
      return (end) => {
        if (isTrial) isTrialInFlight = false;
        if (end === 'answered') failures = 0;
        if (end !== 'failed') return;
        failures += 1;
        if (isOpen()) openUntil = now() + resetTimeoutMs;
      };
    },
  };
}
