import {
  type EntityEvent,
  type EventOwner,
  entityEventSchema,
  eventSubjectFilter,
  headerNames,
  parseSurrogateKeys,
  republicationEvent,
} from '@khmer-learning/contracts';
import { DeliverPolicy } from 'nats';
import type { Logger } from 'pino';
import type { NatsConnectionManager } from '../nats/connect-nats.ts';
import { type EphemeralConsumer, startEphemeralConsumer } from './ephemeral-consumer.ts';

/** Maximum age of the last confirmation of a live feed. */
const maxLagMs = 3_000;

/** Keeps in-memory state in sync with the stream. */
export type EventWatcher = ReturnType<typeof combineWatchers>;

/** Settings of `watchEvents`. */
interface WatchEventsOptions {
  nats: NatsConnectionManager;
  logger: Logger;
  /** The service that publishes the events. When its stream was lost, it publishes them again, and says so at the end. */
  owner: EventOwner;
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
  const { nats, logger, owner, filterSubjects, onEvent } = options;
  const republication = republicationEvent(owner);
  /** The stream that the owner has filled, and when that was heard of. */
  let filled = { stream: '', heardAt: Number.POSITIVE_INFINITY };

  const read = (filterSubject: string, onMessage: (event: EntityEvent) => void) =>
    startEphemeralConsumer({
      nats,
      logger,
      filterSubject,
      deliverPolicy: DeliverPolicy.LastPerSubject,
      onMessage: (message) => onMessage(entityEventSchema.parse(message.json()) as EntityEvent),
    });
  const consumers = [
    read(eventSubjectFilter(republication), (event) => {
      const { stream } = republication.state.parse(event.state);
      // Delivered again after each interruption.
      if (stream !== filled.stream) filled = { stream, heardAt: performance.now() };
    }),
    ...filterSubjects.map((filterSubject) => read(filterSubject, onEvent)),
  ];
  return combineWatchers(consumers, (confirmedAt) => {
    const isFilled = consumers.every((consumer) => consumer.streamIdentity() === filled.stream);
    // What the owner published before that is delivered only when a later confirmation says so.
    return isFilled && confirmedAt >= filled.heardAt ? confirmedAt : Number.NEGATIVE_INFINITY;
  });
}

/** Settings of `watchChanges`. */
interface WatchChangesOptions extends Pick<WatchEventsOptions, 'nats' | 'logger'> {
  /**
   * Called for each new event; bodies are not transferred.
   *
   * @param surrogateKeys what it purges; undefined when the event does not say so
   */
  onChange: (entity: string, surrogateKeys: readonly string[] | undefined, entityId: string) => void;
  /** Called when reading (re)starts, and when an event was missed; changes before that may be unknown. */
  onRestart: () => void;
}

/** Reports what new events purge, for cache invalidation. Returns immediately. */
export function watchChanges({ nats, logger, onChange, onRestart }: WatchChangesOptions): EventWatcher {
  let lastSequence = 0;
  const consumer = startEphemeralConsumer({
    nats,
    logger,
    filterSubject: 'events.>',
    deliverPolicy: DeliverPolicy.New,
    headersOnly: true,
    onMessage({ subject, headers }, seq) {
      // The stream keeps only the last event of an entity. One that was replaced before it was delivered leaves a gap.
      if (seq !== lastSequence + 1) onRestart();
      lastSequence = seq;
      const name = headerNames.surrogateKey;
      const [, , entity = '', entityId = ''] = subject.split('.');
      onChange(entity, parseSurrogateKeys(headers?.has(name) ? headers.get(name) : undefined), entityId);
    },
    onRestart(sequence) {
      lastSequence = sequence;
      onRestart();
    },
  });
  return combineWatchers([consumer]);
}

/** @param limit turns the time up to which all have been delivered into the one that callers may rely on */
function combineWatchers(
  consumers: readonly EphemeralConsumer[],
  limit: (confirmedAt: number) => number = (confirmedAt) => confirmedAt,
) {
  // Asked several times for each request of the gateway, so without arrays.
  const confirmedAt = (): number => {
    let earliest = Number.POSITIVE_INFINITY;
    for (const consumer of consumers) earliest = Math.min(earliest, consumer.confirmedAt());
    return limit(earliest);
  };
  return {
    /**
     * Time (`performance.now()`) up to which the server has confirmed that all events were delivered; -Infinity until
     * the watcher has caught up for the first time, and while the stream is one that the owner has not filled.
     */
    confirmedAt,
    /** Whether the feed is complete and live; false within about 3 s of losing NATS. */
    isLive: (): boolean => performance.now() - confirmedAt() < maxLagMs,
    async stop(): Promise<void> {
      await Promise.all(consumers.map((consumer) => consumer.stop()));
    },
  };
}
