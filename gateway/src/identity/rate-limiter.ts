const windowMs = 60_000;

/** The result of counting one call. */
export interface RateLimitResult {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Seconds until the window ends, at least 1. */
  readonly resetSeconds: number;
}

/** The calls of one key in its current window. */
export interface RateLimitUsage {
  readonly id: number;
  /** When the window ends, in epoch milliseconds. */
  readonly endsAt: number;
  readonly used: number;
}

/** Counts calls per key in windows of one minute. A window starts with the key's first call at any gateway. */
export interface RateLimiter {
  /** Counts a call and says whether it is within the limit. */
  consume(id: number): RateLimitResult;
  /** The calls counted here since the last call of this method, for the other gateways to add. */
  drainDeltas(): readonly RateLimitUsage[];
  /** Adds calls that another gateway has counted. */
  applyDelta(usage: RateLimitUsage): void;
  /** The value of the `RateLimit-Policy` header (draft-ietf-httpapi-ratelimit-headers-10). */
  readonly policy: string;
}

interface RateLimitWindow {
  endsAt: number;
  used: number;
  /** Calls counted here and not published yet. */
  unsentDelta: number;
}

/** Creates a rate limiter for `perMinute` calls per key. `now` gives epoch milliseconds. */
export function createRateLimiter(perMinute: number, now: () => number = Date.now): RateLimiter {
  const windows = new Map<number, RateLimitWindow>();
  const changedWindows = new Map<number, RateLimitWindow>();

  function currentWindow(id: number, at: number, endsAt: number): RateLimitWindow {
    const known = windows.get(id);
    if (known && known.endsAt > at) return known;
    const opened = { endsAt, used: 0, unsentDelta: 0 };
    windows.set(id, opened);
    return opened;
  }

  return {
    policy: `"key";q=${perMinute};w=${windowMs / 1_000}`,
    consume(id) {
      const at = now();
      const window = currentWindow(id, at, at + windowMs);
      window.used += 1;
      window.unsentDelta += 1;
      changedWindows.set(id, window);
      return {
        allowed: window.used <= perMinute,
        remaining: Math.max(0, perMinute - window.used),
        resetSeconds: Math.max(1, Math.ceil((window.endsAt - at) / 1_000)),
      };
    },
    drainDeltas() {
      const deltas = [...changedWindows].map(([id, { endsAt, unsentDelta }]) => ({
        id,
        endsAt,
        used: unsentDelta,
      }));
      for (const window of changedWindows.values()) window.unsentDelta = 0;
      changedWindows.clear();
      return deltas;
    },
    applyDelta({ id, endsAt, used }) {
      const at = now();
      // The window is over, or the sender's clock is far ahead of ours.
      if (endsAt <= at || endsAt > at + windowMs * 2) return;
      const window = currentWindow(id, at, endsAt);
      window.used += used;
      // The earliest end applies at all gateways, because the window started with the key's first call.
      window.endsAt = Math.min(window.endsAt, endsAt);
    },
  };
}

/** The value of the `RateLimit` header (draft-ietf-httpapi-ratelimit-headers-10). */
export function formatRateLimitHeader({ remaining, resetSeconds }: RateLimitResult): string {
  return `"key";r=${remaining};t=${resetSeconds}`;
}
