import { randomUUID } from 'node:crypto';
import { rateLimitSubject as subject } from '@khmer-learning/contracts';
import type { Logger, NatsConnectionManager } from '@khmer-learning/service-kit';
import type { Subscription } from 'nats';
import { z } from 'zod';
import type { RateLimiter } from './rate-limiter.ts';

/** How often the gateways exchange their counts. */
const syncIntervalMs = 100;
/** Maximum number of keys per message, far below NATS's size limit. */
const maxPerMessage = 5_000;

const count = z.number().int().positive();
const deltasSchema = z.object({
  from: z.string(),
  used: z.array(z.object({ id: count, endsAt: count, used: count })).max(maxPerMessage),
});

/** Synchronises the rate limit counts of all gateways. */
export interface RateLimitSync {
  stop(): void;
}

/**
 * Publishes the calls counted here to the other gateways and adds theirs. A key can exceed its limit only by the calls
 * that the others receive within `syncIntervalMs`. Without NATS, each gateway counts alone.
 */
export function startRateLimitSync(options: {
  rateLimiter: RateLimiter;
  nats: NatsConnectionManager;
  logger: Logger;
}): RateLimitSync {
  const { rateLimiter, nats, logger } = options;
  const instanceId = randomUUID();
  let subscription: Subscription | undefined;

  function applyMessage(data: Uint8Array): void {
    const deltas = deltasSchema.safeParse(parseJson(data));
    if (!deltas.success) logger.warn({ subject }, 'Invalid rate limit message ignored');
    else if (deltas.data.from !== instanceId)
      for (const usage of deltas.data.used) rateLimiter.applyDelta(usage);
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
    const used = rateLimiter.drainDeltas();
    const { connection } = nats;
    if (!connection || !nats.isConnected()) return;
    for (let start = 0; start < used.length; start += maxPerMessage) {
      const deltas = { from: instanceId, used: used.slice(start, start + maxPerMessage) };
      connection.publish(subject, JSON.stringify(deltas));
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
