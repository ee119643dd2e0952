import { rateLimitSubject as subject } from '@khmer-learning/contracts';
import type { Logger, NatsConnectionManager } from '@khmer-learning/service-kit';
import { z } from 'zod';
import { openGatewayChannel } from '../../nats/gateway-channel.ts';
import type { RateLimiter } from './rate-limiter.ts';

/** How long the first call that the others do not know of waits for further ones. */
const gatherMs = 100;
/** Maximum number of keys and of callers per message, which stays below NATS's size limit of 1 MiB. */
const maxPerMessage = 5_000;

const count = z.number().int().positive();
const deltasOf = <I extends z.ZodType>(id: I) =>
  z.array(z.object({ id, endsAt: count, used: count })).max(maxPerMessage);
const deltasSchema = z.object({
  /** Calls per key. */
  used: deltasOf(count),
  /** Calls per caller; a gateway of an earlier version does not send them. */
  callers: deltasOf(z.string().min(1).max(200)).default([]),
});

/**
 * Publishes the calls counted here to the other gateways and adds theirs. A key or caller can exceed its limit only by
 * the calls that the others receive within `gatherMs`. Without NATS, each gateway counts alone.
 */
export function startRateLimitSync(options: {
  keys: RateLimiter<number>;
  callers: RateLimiter<string>;
  nats: NatsConnectionManager;
  logger: Logger;
}) {
  const { keys, callers, nats, logger } = options;
  const channel = openGatewayChannel({
    nats,
    logger,
    subject,
    schema: deltasSchema,
    onMessage({ used, callers: usedByCallers }) {
      for (const usage of used) keys.applyDelta(usage);
      for (const usage of usedByCallers) callers.applyDelta(usage);
    },
  });

  let timer: NodeJS.Timeout | undefined;
  function publish(): void {
    timer = undefined;
    const deltas = { used: keys.drainDeltas(), callers: callers.drainDeltas() };
    const length = Math.max(deltas.used.length, deltas.callers.length);
    for (let start = 0; start < length; start += maxPerMessage) {
      const end = start + maxPerMessage;
      channel.publish({ used: deltas.used.slice(start, end), callers: deltas.callers.slice(start, end) });
    }
  }

  return {
    /** Publishes soon what the limiters have counted. */
    publishSoon(): void {
      timer ??= setTimeout(publish, gatherMs).unref();
    },
    stop(): void {
      clearTimeout(timer);
      channel.stop();
    },
  };
}
