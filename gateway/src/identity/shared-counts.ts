import { randomUUID } from 'node:crypto';
import { rateLimitSubject as subject } from '@khmer-learning/contracts';
import type { Logger, NatsConnectionManager } from '@khmer-learning/service-kit';
import type { Subscription } from 'nats';
import { z } from 'zod';
import type { RateLimit } from './rate-limit.ts';

/** How far the gateways' counts may be apart. */
const tellEveryMs = 100;
/** Keys in one message: far below what NATS takes. */
const maxPerMessage = 5_000;

const count = z.number().int().positive();
const newsSchema = z.object({
  from: z.string(),
  used: z.array(z.object({ id: count, endsAt: count, used: count })).max(maxPerMessage),
});

/** Keeps the counts of all gateways together. */
export interface SharedCounts {
  stop(): void;
}

/**
 * Tells the other gateways what was counted here, and adds what they tell. Together they let a key exceed its limit
 * by no more than what comes within `tellEveryMs` at the others; without NATS each counts alone.
 */
export function shareCounts(options: { rateLimit: RateLimit; nats: NatsConnectionManager; logger: Logger }): SharedCounts {
  const { rateLimit, nats, logger } = options;
  const self = randomUUID();
  let heard: Subscription | undefined;

  function hear(data: Uint8Array): void {
    const news = newsSchema.safeParse(parsed(data));
    if (!news.success) logger.warn({ subject }, 'Counts of another gateway were not understood');
    else if (news.data.from !== self) for (const usage of news.data.used) rateLimit.add(usage);
  }

  const forget = nats.onConnected((connection) => {
    // A subscription outlives a lost connection, unless it was refused.
    if (heard && !heard.isClosed()) return;
    heard = connection.subscribe(subject, {
      callback: (error, message) => {
        if (!error) hear(message.data);
      },
    });
  });

  const timer = setInterval(() => {
    const used = rateLimit.takeNews();
    const { connection } = nats;
    if (!connection || !nats.isConnected()) return;
    for (let start = 0; start < used.length; start += maxPerMessage) {
      const news = { from: self, used: used.slice(start, start + maxPerMessage) };
      connection.publish(subject, JSON.stringify(news));
    }
  }, tellEveryMs);
  timer.unref();
  return {
    stop() {
      clearInterval(timer);
      forget();
      heard?.unsubscribe();
    },
  };
}

/** A message as JSON; undefined when it is none, as anybody on the network may send one. */
function parsed(data: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(data).toString());
  } catch {
    return undefined;
  }
}
