import { streamNames } from '@khmer-learning/contracts';
import type { NatsConnection } from 'nats';

/** How long the server's word on the stream's size is good while others publish too. */
const infoTtlMs = 1_000;
/** The part of the stream that is never filled. */
const reservedFraction = 0.05;
const requestTimeoutMs = 2_000;

/**
 * Keeps the stream EVENTS from ever being quite full.
 *
 * nats-server 2.9.10 measures a message without its record's overhead when it decides whether to refuse it: one
 * that lands in the last 60 bytes or so below `max_bytes` is taken, and the oldest event of the stream silently
 * dropped for it, again and again, though the stream says `discard: new` (measured).
 */
export interface StreamCapacity {
  /** @throws Error when the stream has no room for so many bytes, or the server does not say */
  reserve(bytes: number): Promise<void>;
}

export function createStreamCapacity(client: NatsConnection): StreamCapacity {
  let availableBytes = 0;
  let refreshedAt = Number.NEGATIVE_INFINITY;
  let pendingRefresh: Promise<void> | undefined;

  async function refresh(): Promise<void> {
    const manager = await client.jetstreamManager({ checkAPI: false, timeout: requestTimeoutMs });
    const { config, state } = await manager.streams.info(streamNames.events);
    availableBytes =
      config.max_bytes > 0
        ? config.max_bytes * (1 - reservedFraction) - state.bytes
        : Number.POSITIVE_INFINITY;
    refreshedAt = performance.now();
  }

  return {
    async reserve(bytes) {
      if (availableBytes < bytes || performance.now() - refreshedAt > infoTtlMs) {
        pendingRefresh ??= refresh().finally(() => {
          pendingRefresh = undefined;
        });
        await pendingRefresh;
      }
      if (availableBytes < bytes) throw new Error('The stream is full');
      availableBytes -= bytes;
    },
  };
}
