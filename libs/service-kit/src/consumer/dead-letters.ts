import { deadSubjectPrefix, streams } from '@khmer-learning/contracts';
import type { NatsLink } from '../nats/connect-nats.ts';
import type { EventConsumer } from './consumer.ts';

/** Where a durable's undigested events are set aside: `dead.<durable>`. */
export function deadSubject(durable: string): string {
  return `${deadSubjectPrefix}.${durable}`;
}

/** Counts the events set aside by these consumers: durable -> count. */
export function deadEventCounts(
  nats: NatsLink,
  consumers: ReadonlySet<EventConsumer>,
): () => Promise<ReadonlyMap<string, number>> {
  return async () => {
    const counts = new Map<string, number>();
    if (!nats.connection || !nats.isConnected()) return counts;
    const manager = await nats.connection.jetstreamManager();
    const info = await manager.streams.info(streams.dead, { subjects_filter: `${deadSubjectPrefix}.>` });
    for (const { durable } of consumers) {
      counts.set(durable, info.state.subjects?.[deadSubject(durable)] ?? 0);
    }
    return counts;
  };
}
