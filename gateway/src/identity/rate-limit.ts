const windowMs = 60_000;

export interface Allowance {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Seconds until the count starts again, at least 1. */
  readonly resetSeconds: number;
}

/** Counts calls per key in windows of a minute that begin with the key's first call. */
export interface RateLimit {
  take(id: number): Allowance;
  /** The header `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers). */
  readonly policy: string;
}

export function createRateLimit(perMinute: number, now: () => number = () => performance.now()): RateLimit {
  const windows = new Map<number, { endsAt: number; used: number }>();
  return {
    policy: `"key";q=${perMinute};w=${windowMs / 1_000}`,
    take(id) {
      const at = now();
      let window = windows.get(id);
      if (!window || window.endsAt <= at) {
        window = { endsAt: at + windowMs, used: 0 };
        windows.set(id, window);
      }
      window.used += 1;
      return {
        allowed: window.used <= perMinute,
        remaining: Math.max(0, perMinute - window.used),
        resetSeconds: Math.max(1, Math.ceil((window.endsAt - at) / 1_000)),
      };
    },
  };
}

/** The header `RateLimit`. */
export function rateLimitHeader({ remaining, resetSeconds }: Allowance): string {
  return `"key";r=${remaining};t=${resetSeconds}`;
}
