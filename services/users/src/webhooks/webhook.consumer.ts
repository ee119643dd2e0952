import type { AuditRecord, EntityEvent } from '@khmer-learning/contracts';
import {
  type EventConsumer,
  type Service,
  startEventConsumer,
  type Transaction,
  transact,
} from '@khmer-learning/service-kit';
import { createDeliveryStore, type WebhookEvent } from './store-deliveries.ts';
import { type WebhookFactsRow, webhookModels } from './webhook.model.ts';
import { bodyOfRecord, deriveEvents, watchedEvents } from './webhook-events.ts';

/** One transaction for what happens within a second: receivers are on the internet. */
const gatherMs = 1_000;

const keyOf = ({ service, entity, entityId }: EntityEvent) => `${service}.${entity}.${entityId}`;

/** Starts the consumer that derives deliveries from the states of entities. Between two states that it reads, what was undone is not told. */
export function startWebhookConsumer(service: Service): EventConsumer {
  const { facts } = webhookModels(service.connection);
  const storeDeliveries = createDeliveryStore(service.connection);

  async function handle(events: readonly EntityEvent[], tx: Transaction): Promise<void> {
    const { session } = tx;
    const rows = await facts
      .find({ _id: { $in: events.map(keyOf) } })
      .session(session)
      .lean<WebhookFactsRow[]>();
    const known = new Map(rows.map((row) => [row._id, row]));
    const changes: Parameters<typeof facts.bulkWrite>[0] = [];
    const derived: WebhookEvent[] = [];
    for (const event of events) {
      const entity = keyOf(event);
      const before = known.get(entity);
      const { facts: after, bodies } = deriveEvents(event, before);
      if (!after && before) changes.push({ deleteOne: { filter: { _id: entity } } });
      if (after && (after.isLive !== before?.isLive || after.refunded !== before.refunded))
        changes.push({ updateOne: { filter: { _id: entity }, update: { $set: after }, upsert: true } });
      // A version has at most two.
      bodies.forEach((body, index) => {
        derived.push({ entity, sequence: 2 * event.version + index, body });
      });
    }
    if (changes.length > 0) await facts.bulkWrite(changes, { session });
    await storeDeliveries(derived, tx);
  }

  return startEventConsumer(service, {
    durable: 'users-webhooks',
    filterSubject: 'events.>',
    events: watchedEvents,
    gatherMs,
    handle,
  });
}

/** Creates the function that stores the deliveries of what audit records say. A repetition has no effect. */
export function createRecordDeliveries(service: Pick<Service, 'connection' | 'relay'>) {
  const storeDeliveries = createDeliveryStore(service.connection);
  return async (records: readonly AuditRecord[]): Promise<void> => {
    const events = records.flatMap((record) => {
      const body = bodyOfRecord(record);
      return body ? [{ entity: `audit.${record.id}`, sequence: 0, body }] : [];
    });
    if (events.length === 0) return;
    await transact(service, { actor: null, requestId: null }, (tx) => storeDeliveries(events, tx));
  };
}
