import { randomUUID } from 'node:crypto';
import { rateLimitSubject as subject } from '@khmer-learning/contracts';
import type { Logger, NatsConnectionManager } from '@khmer-learning/service-kit';
import type { Subscription } from 'nats';
import { z } from 'zod';
import type { RateLimiter } from './rate-limiter.ts';

/** How far the gateways' counts may be apart. */
const syncIntervalMs = 100;
/** Keys in one message: far below what NATS takes. */
const maxPerMessage = 5_000;

const count = z.number().int().positive();
const deltasSchema = z.object({
  from: z.string(),
  used: z.array(z.object({ id: count, endsAt: count, used: count })).max(maxPerMessage),
});

/** Keeps the counts of all gateways together. */
export interface RateLimitSync {
  stop(): void;
}

/**
 * Tells the other gateways what was counted here, and adds what they tell. Together they let a key exceed its limit
 * by no more than what comes within `syncIntervalMs` at the others; without NATS each counts alone.
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
    if (!deltas.success) logger.warn({ subject }, 'Counts of another gateway were not understood');
    else if (deltas.data.from !== instanceId)
      for (const usage of deltas.data.used) rateLimiter.applyDelta(usage);
  }

  const removeListener = nats.onConnected((connection) => {
    // A subscription outlives a lost connection, unless it was refused.
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

/** A message as JSON; undefined when it is none, as anybody on the network may send one. */
function parseJson(data: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(data).toString());
  } catch {
    return undefined;
  }
}
