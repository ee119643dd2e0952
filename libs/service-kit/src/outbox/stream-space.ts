import { streams } from '@khmer-learning/contracts';
import type { NatsConnection } from 'nats';

/** How long the server's word on the stream's size is good while others publish too. */
const believedForMs = 1_000;
/** The part of the stream that is never filled. */
const keptFree = 0.05;
const askTimeoutMs = 2_000;

/**
 * Keeps the stream EVENTS from ever being quite full.
 *
 * nats-server 2.9.10 measures a message without its record's overhead when it decides whether to refuse it: one
 * that lands in the last 60 bytes or so below `max_bytes` is taken, and the oldest event of the stream silently
 * dropped for it, again and again, though the stream says `discard: new` (measured).
 */
export interface StreamSpace {
  /** @throws Error when the stream has no room for so many bytes, or the server does not say */
  take(bytes: number): Promise<void>;
}

export function createStreamSpace(client: NatsConnection): StreamSpace {
  let left = 0;
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | undefined;

  async function ask(): Promise<void> {
    const manager = await client.jetstreamManager({ checkAPI: false, timeout: askTimeoutMs });
    const { config, state } = await manager.streams.info(streams.events);
    left = config.max_bytes > 0 ? config.max_bytes * (1 - keptFree) - state.bytes : Number.POSITIVE_INFINITY;
    askedAt = performance.now();
  }

  return {
    async take(bytes) {
      if (left < bytes || performance.now() - askedAt > believedForMs) {
        asking ??= ask().finally(() => {
          asking = undefined;
        });
        await asking;
      }
      if (left < bytes) throw new Error('The stream is full');
      left -= bytes;
    },
  };
}
