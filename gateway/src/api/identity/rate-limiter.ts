import { isIPv4, isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { HeaderWriter } from '../../http/response-headers.ts';
import { atMost } from './at-most.ts';

const windowMs = 60_000;
/** Windows kept in memory. Beyond it the least recently used one is forgotten, so strangers cannot fill the memory. */
const maxWindows = 100_000;

/** The state of a limit after a call. */
export interface RateLimitResult {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Seconds until the window ends, at least 1. */
  readonly resetSeconds: number;
}

/** The calls of one key or caller in its current window. */
export interface RateLimitUsage<Id> {
  readonly id: Id;
  /** When the window ends, in epoch milliseconds. */
  readonly endsAt: number;
  readonly used: number;
}

/** Counts calls per id in windows of one minute. A window starts with the id's first call at any gateway. */
export type RateLimiter<Id extends number | string> = ReturnType<typeof createRateLimiter<Id>>;

interface RateLimitWindow {
  endsAt: number;
  used: number;
  /** Calls counted here and not published yet. */
  unsentDelta: number;
}

/**
 * Creates a rate limiter. `now` gives epoch milliseconds; `max` is the number of windows kept; `onDelta` is called for the first
 * call that is counted after `drainDeltas`.
 */
export function createRateLimiter<Id extends number | string>(
  options: { now?: () => number; max?: number; onDelta?: () => void } = {},
) {
  const { now = Date.now, max = maxWindows, onDelta = () => undefined } = options;
  const windows = new LRUCache<Id, RateLimitWindow>(atMost(max));
  /** As many as there are windows: those that nobody drains must not grow either. */
  const changedWindows = new LRUCache<Id, RateLimitWindow>(atMost(max));

  function currentWindow(id: Id, at: number, endsAt: number): RateLimitWindow {
    const known = windows.get(id);
    if (known && known.endsAt > at) return known;
    const opened = { endsAt, used: 0, unsentDelta: 0 };
    windows.set(id, opened);
    return opened;
  }

  function resultOf({ used, endsAt }: RateLimitWindow, at: number, perMinute: number): RateLimitResult {
    return {
      allowed: used <= perMinute,
      remaining: Math.max(0, perMinute - used),
      resetSeconds: Math.max(1, Math.ceil((endsAt - at) / 1_000)),
    };
  }

  return {
    /** Counts a call and says whether it is within `perMinute`. */
    consume(id: Id, perMinute: number): RateLimitResult {
      const at = now();
      const window = currentWindow(id, at, at + windowMs);
      window.used += 1;
      window.unsentDelta += 1;
      if (changedWindows.size === 0) onDelta();
      changedWindows.set(id, window);
      return resultOf(window, at, perMinute);
    },
    /** The state as `consume` gives it, without counting a call; `allowed` is about the calls up to now. */
    peek(id: Id, perMinute: number): RateLimitResult {
      const at = now();
      const known = windows.peek(id);
      const window = known && known.endsAt > at ? known : { endsAt: at + windowMs, used: 0, unsentDelta: 0 };
      return resultOf(window, at, perMinute);
    },
    /** The calls counted here since the last call of this method, for the other gateways to add. */
    drainDeltas(): readonly RateLimitUsage<Id>[] {
      const deltas = [...changedWindows].map(([id, { endsAt, unsentDelta: used }]) => ({ id, endsAt, used }));
      for (const window of changedWindows.values()) window.unsentDelta = 0;
      changedWindows.clear();
      return deltas;
    },
    /** Adds calls that another gateway has counted. */
    applyDelta({ id, endsAt, used }: RateLimitUsage<Id>): void {
      const at = now();
      // The window is over, or the sender's clock is far ahead of ours.
      if (endsAt <= at || endsAt > at + windowMs * 2) return;
      const window = currentWindow(id, at, endsAt);
      window.used += used;
      // The earliest end applies at all gateways, because the window started with the id's first call.
      window.endsAt = Math.min(window.endsAt, endsAt);
    },
  };
}

/** One limit of a call: its name in the headers, its calls per minute and its state. */
export interface NamedRateLimit {
  readonly name: 'key' | 'learner' | 'address';
  readonly perMinute: number;
  readonly result: RateLimitResult;
}

const policyOf = ({ name, perMinute }: NamedRateLimit) => `"${name}";q=${perMinute};w=${windowMs / 1_000}`;
const stateOf = ({ name, result }: NamedRateLimit) =>
  `"${name}";r=${result.remaining};t=${result.resetSeconds}`;

/** Adds the headers `RateLimit` and `RateLimit-Policy` of a call's limits (draft-ietf-httpapi-ratelimit-headers-10). */
export function addRateLimitHeaders(
  response: HeaderWriter,
  key: NamedRateLimit,
  caller: NamedRateLimit,
): void {
  response.header('ratelimit-policy', `${policyOf(key)}, ${policyOf(caller)}`);
  response.header('ratelimit', `${stateOf(key)}, ${stateOf(caller)}`);
}

const mappedIPv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * The addresses that are counted as one caller: an IPv4 address, also in its IPv4-mapped form, or the /64 of an IPv6
 * address, because one device may use every address of it (RFC 4291, 2.5.4). Other text, which a trusted proxy may
 * send, is cut to 100 characters.
 */
export function addressGroupOf(address: string): string {
  if (isIPv4(address)) return address;
  const ipv4 = mappedIPv4.exec(address)?.[1];
  if (ipv4 !== undefined) return ipv4;
  const [withoutZone = ''] = address.split('%');
  if (!isIPv6(withoutZone)) return address.slice(0, 100);
  // URL parsing gives the canonical form: lower case, no leading zeros, no IPv4 notation.
  const canonical = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1);
  const [before = [], after = []] = canonical.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`;
}
