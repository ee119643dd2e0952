import { type EntityEvent, entityEventSchema } from '@khmer-learning/contracts';
import { DeliverPolicy } from 'nats';
import type { Logger } from 'pino';
import type { NatsConnectionManager } from '../nats/connect-nats.ts';
import { type EphemeralConsumer, startEphemeralConsumer } from './ephemeral-consumer.ts';

/** Older confirmation than this, and a feed no longer counts as live. */
const maxLagMs = 2_000;

/** A reader that keeps a process's memory in step with the stream. */
export interface EventWatcher {
  /** Whether the feed is complete and alive now; false within about 2 s of losing NATS. */
  isLive(): boolean;
  /**
   * The last moment (`performance.now()`) of which the server has said that everything up to then was told;
   * -Infinity until the reader has caught up for the first time.
   */
  confirmedAt(): number;
  /**
   * When the stream was created (epoch ms): what happened before may have been told to another one, which was lost.
   * Infinity until it was read for the first time.
   */
  createdAt(): number;
  stop(): Promise<void>;
}

export interface WatchEventsOptions {
  nats: NatsConnectionManager;
  logger: Logger;
  /** Each read on its own; order holds within one. */
  filterSubjects: readonly string[];
  /** Told every entity's last event, then each new one. After an interruption all are told again. */
  onEvent: (event: EntityEvent) => void;
}

/** Reads every entity's last event into memory, without a trace in the server. Returns at once. */
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

export interface WatchSubjectsOptions extends Pick<WatchEventsOptions, 'nats' | 'logger' | 'filterSubjects'> {
  /** Told the subject of each event from now on; the events themselves stay where they are. */
  onSubject: (subject: string) => void;
  /** From here on subjects are told; before it, some may have been missed. */
  onRestart: () => void;
}

/** Tells which entities change from now on, for what only has to forget them. Returns at once. */
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
