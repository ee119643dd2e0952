const windowMs = 60_000;

export interface RateLimitResult {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Seconds until the count starts again, at least 1. */
  readonly resetSeconds: number;
}

/** Calls of one key in its present minute. */
export interface RateLimitUsage {
  readonly id: number;
  /** When the minute ends, in epoch milliseconds. */
  readonly endsAt: number;
  readonly used: number;
}

/** Counts calls per key in windows of a minute that begin with the key's first call, wherever that was. */
export interface RateLimiter {
  consume(id: number): RateLimitResult;
  /** What has been counted here since it was last asked for: other gateways are to add it. */
  drainDeltas(): readonly RateLimitUsage[];
  /** Adds what another gateway has counted. */
  applyDelta(usage: RateLimitUsage): void;
  /** The header `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-10). */
  readonly policy: string;
}

interface RateLimitWindow {
  endsAt: number;
  used: number;
  /** Counted here and not told yet. */
  unsentDelta: number;
}

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
      // Over already, or told by a clock that is far ahead of ours.
      if (endsAt <= at || endsAt > at + windowMs * 2) return;
      const window = currentWindow(id, at, endsAt);
      window.used += used;
      // All end when the earliest of them does: the minute began with the key's first call.
      window.endsAt = Math.min(window.endsAt, endsAt);
    },
  };
}

/** The header `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10). */
export function formatRateLimitHeader({ remaining, resetSeconds }: RateLimitResult): string {
  return `"key";r=${remaining};t=${resetSeconds}`;
}
