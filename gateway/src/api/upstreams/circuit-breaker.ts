/** Consecutive failures after which the breaker opens. */
const failureThreshold = 5;
const resetTimeoutMs = 1_000;

/** A circuit breaker for an instance that loses calls, or for a route of an instance that times out. */
export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>;

/** Creates a closed breaker. `now` gives milliseconds. */
export function createCircuitBreaker(now: () => number = () => performance.now()) {
  let failures = 0;
  let openUntil = 0;
  let isTrialInFlight = false;

  const isOpen = () => failures >= failureThreshold;
  return {
    state: (): 'closed' | 'open' | 'trying' => (!isOpen() ? 'closed' : now() < openUntil ? 'open' : 'trying'),
    /** Whether a call may be sent now. One second after opening, one trial call at a time is allowed. */
    allowsCall: (): boolean => !isOpen() || (now() >= openUntil && !isTrialInFlight),
    /** Starts a call. Call the returned function once with its result; `unknown` if the caller cancelled it. */
    beginCall(): (end: 'answered' | 'failed' | 'unknown') => void {
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
