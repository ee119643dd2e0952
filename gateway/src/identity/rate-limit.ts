const windowMs = 60_000;

export interface Allowance {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Seconds until the count starts again, at least 1. */
  readonly resetSeconds: number;
}

/** Calls of one key in its present minute. */
export interface Usage {
  readonly id: number;
  /** When the minute ends, in epoch milliseconds. */
  readonly endsAt: number;
  readonly used: number;
}

/** Counts calls per key in windows of a minute that begin with the key's first call, wherever that was. */
export interface RateLimit {
  take(id: number): Allowance;
  /** What has been counted here since it was last asked for: other gateways are to add it. */
  takeNews(): readonly Usage[];
  /** Adds what another gateway has counted. */
  add(usage: Usage): void;
  /** The header `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-10). */
  readonly policy: string;
}

interface Window {
  endsAt: number;
  used: number;
  /** Counted here and not told yet. */
  news: number;
}

export function createRateLimit(perMinute: number, now: () => number = Date.now): RateLimit {
  const windows = new Map<number, Window>();
  const withNews = new Map<number, Window>();

  function windowOf(id: number, at: number, endsAt: number): Window {
    const known = windows.get(id);
    if (known && known.endsAt > at) return known;
    const opened = { endsAt, used: 0, news: 0 };
    windows.set(id, opened);
    return opened;
  }

  return {
    policy: `"key";q=${perMinute};w=${windowMs / 1_000}`,
    take(id) {
      const at = now();
      const window = windowOf(id, at, at + windowMs);
      window.used += 1;
      window.news += 1;
      withNews.set(id, window);
      return {
        allowed: window.used <= perMinute,
        remaining: Math.max(0, perMinute - window.used),
        resetSeconds: Math.max(1, Math.ceil((window.endsAt - at) / 1_000)),
      };
    },
    takeNews() {
      const told = [...withNews].map(([id, { endsAt, news }]) => ({ id, endsAt, used: news }));
      for (const window of withNews.values()) window.news = 0;
      withNews.clear();
      return told;
    },
    add({ id, endsAt, used }) {
      const at = now();
      // Over already, or told by a clock that is far ahead of ours.
      if (endsAt <= at || endsAt > at + windowMs * 2) return;
      const window = windowOf(id, at, endsAt);
      window.used += used;
      // All end when the earliest of them does: the minute began with the key's first call.
      window.endsAt = Math.min(window.endsAt, endsAt);
    },
  };
}

/** The header `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10). */
export function rateLimitHeader({ remaining, resetSeconds }: Allowance): string {
  return `"key";r=${remaining};t=${resetSeconds}`;
}
