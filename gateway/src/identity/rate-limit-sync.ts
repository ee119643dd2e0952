import { randomUUID } from 'node:crypto';
import { rateLimitSubject as subject } from '@khmer-learning/contracts';
import type { Logger, NatsConnectionManager } from '@khmer-learning/service-kit';
import type { Subscription } from 'nats';
import { z } from 'zod';
import type { RateLimiter } from './rate-limiter.ts';

/** How often the gateways exchange their counts. */
const syncIntervalMs = 100;
/** Maximum number of keys and of callers per message, which stays below NATS's size limit of 1 MiB. */
const maxPerMessage = 5_000;

const count = z.number().int().positive();
const deltasOf = <I extends z.ZodType>(id: I) =>
  z.array(z.object({ id, endsAt: count, used: count })).max(maxPerMessage);
const deltasSchema = z.object({
  from: z.string(),
  /** Calls per key. */
  used: deltasOf(count),
  /** Calls per caller; a gateway of an earlier version does not send them. */
  callers: deltasOf(z.string().min(1).max(200)).default([]),
});

/** Synchronises the rate limit counts of all gateways. */
export interface RateLimitSync {
  stop(): void;
}

/**
 * Publishes the calls counted here to the other gateways and adds theirs. A key or caller can exceed its limit only by
 * the calls that the others receive within `syncIntervalMs`. Without NATS, each gateway counts alone.
 */
export function startRateLimitSync(options: {
  keys: RateLimiter<number>;
  callers: RateLimiter<string>;
  nats: NatsConnectionManager;
  logger: Logger;
}): RateLimitSync {
  const { keys, callers, nats, logger } = options;
  const instanceId = randomUUID();
  let subscription: Subscription | undefined;

  function applyMessage(data: Uint8Array): void {
    const deltas = deltasSchema.safeParse(parseJson(data));
    if (!deltas.success) {
      logger.warn({ subject }, 'Invalid rate limit message ignored');
      return;
    }
    if (deltas.data.from === instanceId) return;
    for (const usage of deltas.data.used) keys.applyDelta(usage);
    for (const usage of deltas.data.callers) callers.applyDelta(usage);
  }

  const removeListener = nats.onConnected((connection) => {
    // A subscription survives a reconnect, unless the server rejected it.
    if (subscription && !subscription.isClosed()) return;
    subscription = connection.subscribe(subject, {
      callback: (error, message) => {
        if (!error) applyMessage(message.data);
      },
    });
  });

  const timer = setInterval(() => {
    const deltas = { used: keys.drainDeltas(), callers: callers.drainDeltas() };
    const { connection } = nats;
    if (!connection || !nats.isConnected()) return;
    const length = Math.max(deltas.used.length, deltas.callers.length);
    for (let start = 0; start < length; start += maxPerMessage) {
      const end = start + maxPerMessage;
      const part = { used: deltas.used.slice(start, end), callers: deltas.callers.slice(start, end) };
      connection.publish(subject, JSON.stringify({ from: instanceId, ...part }));
    }
  }, syncIntervalMs);
  timer.unref();
  return {
    stop() {
      clearInterval(timer);
      removeListener();
      subscription?.unsubscribe();
    },
  };
}

/** Parses a message as JSON; undefined when it is not JSON. */
function parseJson(data: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(data).toString());
  } catch {
    return undefined;
  }
}
