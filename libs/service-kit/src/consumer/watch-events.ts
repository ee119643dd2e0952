import { type EntityEvent, entityEventSchema } from '@khmer-learning/contracts';
import { DeliverPolicy } from 'nats';
import type { Logger } from 'pino';
import type { NatsConnectionManager } from '../nats/connect-nats.ts';
import { type EphemeralConsumer, startEphemeralConsumer } from './ephemeral-consumer.ts';

/** Maximum age of the last confirmation of a live feed. */
const maxLagMs = 2_000;

/** Keeps in-memory state in sync with the stream. */
export interface EventWatcher {
  /** Whether the feed is complete and live; false within about 2 s of losing NATS. */
  isLive(): boolean;
  /**
   * Time (`performance.now()`) up to which the server has confirmed that all events were delivered; -Infinity until
   * the watcher has caught up for the first time.
   */
  confirmedAt(): number;
  /**
   * Creation time of the stream (epoch ms); Infinity before the first read. Earlier events may have been published to
   * a previous stream that was lost.
   */
  createdAt(): number;
  stop(): Promise<void>;
}

/** Settings of `watchEvents`. */
export interface WatchEventsOptions {
  nats: NatsConnectionManager;
  logger: Logger;
  /** Each filter is read separately; order is guaranteed only within one. */
  filterSubjects: readonly string[];
  /**
   * Called with the last event of every entity, then with each new event. After an interruption, all are delivered
   * again.
   */
  onEvent: (event: EntityEvent) => void;
}

/** Delivers the last event of every entity, then new ones, through ephemeral consumers. Returns immediately. */
export function watchEvents(options: WatchEventsOptions): EventWatcher {
  const { nats, logger, filterSubjects, onEvent } = options;
  return combineWatchers(
    filterSubjects.map((filterSubject) =>
      startEphemeralConsumer({
        nats,
        logger,
        filterSubject,
        deliverPolicy: DeliverPolicy.LastPerSubject,
        onMessage: (message) => onEvent(entityEventSchema.parse(message.json()) as EntityEvent),
      }),
    ),
  );
}

/** Settings of `watchSubjects`. */
export interface WatchSubjectsOptions extends Pick<WatchEventsOptions, 'nats' | 'logger' | 'filterSubjects'> {
  /** Called with the subject of each new event; bodies are not transferred. */
  onSubject: (subject: string) => void;
  /** Called when reading (re)starts; subjects before that may have been missed. */
  onRestart: () => void;
}

/** Reports the subjects of new events, for cache invalidation. Returns immediately. */
export function watchSubjects(options: WatchSubjectsOptions): EventWatcher {
  const { nats, logger, filterSubjects, onSubject, onRestart } = options;
  return combineWatchers(
    filterSubjects.map((filterSubject) =>
      startEphemeralConsumer({
        nats,
        logger,
        filterSubject,
        deliverPolicy: DeliverPolicy.New,
        headersOnly: true,
        onMessage: (message) => onSubject(message.subject),
        onRestart,
      }),
    ),
  );
}

function combineWatchers(consumers: readonly EphemeralConsumer[]): EventWatcher {
  const confirmedAt = () => Math.min(...consumers.map((consumer) => consumer.confirmedAt()));
  return {
    confirmedAt,
    createdAt: () => Math.max(...consumers.map((consumer) => consumer.createdAt())),
    isLive: () => performance.now() - confirmedAt() < maxLagMs,
    async stop() {
      await Promise.all(consumers.map((consumer) => consumer.stop()));
    },
  };
}
