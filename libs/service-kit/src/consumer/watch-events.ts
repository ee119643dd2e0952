import { type EntityEvent, entityEventSchema, streams } from '@khmer-learning/contracts';
import { type ConsumerMessages, DeliverPolicy } from 'nats';
import type { Logger } from 'pino';
import type { NatsLink } from '../nats/connect-nats.ts';

/** A reader that keeps a process's memory in step with the stream. */
export interface EventWatcher {
  /** Resolves once everything that was in the stream has been told. */
  caughtUp(): Promise<void>;
  /** Whether the feed is complete and alive now; false within about 3 s of losing NATS. */
  isLive(): boolean;
  stop(): Promise<void>;
}

export interface WatchOptions {
  nats: NatsLink;
  logger: Logger;
  /** Each read on its own; order holds within one. */
  filterSubjects: readonly string[];
  /** Told every entity's last event, then each new one. After an interruption some may be told again. */
  onEvent: (event: EntityEvent) => void;
}

/** Reads the stream from its beginning into memory, without a trace in the server. Returns at once. */
export function watchEvents(options: WatchOptions): EventWatcher {
  const { nats, logger, filterSubjects, onEvent } = options;
  const readers = new Set<ConsumerMessages>();
  const waiting = new Set(filterSubjects);
  let stopped = false;
  let done: () => void = () => undefined;
  const caughtUp = new Promise<void>((resolve) => {
    done = resolve;
  });

  function finished(filter: string): void {
    waiting.delete(filter);
    if (waiting.size === 0) done();
  }

  async function read(filter: string): Promise<void> {
    const client = await nats.connected();
    const consumer = await client.jetstream().consumers.get(streams.events, {
      filterSubjects: filter,
      deliver_policy: DeliverPolicy.LastPerSubject,
    });
    if ((await consumer.info()).num_pending === 0) finished(filter);
    const messages = await consumer.consume();
    readers.add(messages);
    for await (const message of messages) {
      onEvent(entityEventSchema.parse(message.json()) as EntityEvent);
      if (message.info.pending === 0) finished(filter);
    }
  }

  for (const filter of filterSubjects) {
    void (async () => {
      while (!stopped) {
        await read(filter).catch((error: unknown) =>
          logger.warn({ err: error, filter }, 'Event feed interrupted'),
        );
        if (!stopped) await new Promise((resolve) => setTimeout(resolve, 500));
      }
    })();
  }
  return {
    caughtUp: () => caughtUp,
    isLive: () => waiting.size === 0 && nats.isConnected(),
    async stop() {
      stopped = true;
      await Promise.all([...readers].map((reader) => reader.close()));
    },
  };
}
