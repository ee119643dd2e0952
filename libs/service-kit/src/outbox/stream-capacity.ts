import { streamNames } from '@khmer-learning/contracts';
import type { NatsConnection } from 'nats';

/** How long the reported stream size is used, as others publish too. */
const infoTtlMs = 1_000;
/** Fraction of the stream that is never filled. */
const reservedFraction = 0.05;
const requestTimeoutMs = 2_000;

/**
 * Prevents the stream EVENTS from filling up completely.
 *
 * nats-server 2.9.10 ignores a record's overhead when it checks the size limit: a message within about 60 bytes of
 * `max_bytes` is accepted, and the oldest event is silently dropped each time, despite `discard: new` (measured).
 */
export interface StreamCapacity {
  /**
   * Reserves space for a message.
   *
   * @throws Error when the stream is full, or its size is unknown
   */
  reserve(bytes: number): Promise<void>;
}

/** Tracks the free space of the stream EVENTS. */
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
