import { type EntityEvent, mainLessonEvent, type User, userEvent } from '@khmer-learning/contracts';
import { isEventOf, type Service, startEventConsumer } from '@khmer-learning/service-kit';
import type { CommerceContext } from '../context/commerce-context.ts';
import {
  type NewAddress,
  type OrphanedPurchases,
  processOrphanedPurchases,
  updatePurchaseEmails,
} from '../purchases/purchase.cascade.ts';
import { replicateMainLessons, replicateUsers } from '../replicas/replicas.ts';

const contentDurable = 'commerce-content';
const usersDurable = 'commerce-users';
/** How long an order waits for a main lesson that may have been created a moment ago. */
const newMainLessonTimeoutMs = 1_000;

/** Starts the consumers of main lesson and user events. They update the replicas and handle deletions. */
export function startCommerceConsumers(
  service: Pick<Service, 'nats' | 'consumers' | 'config'>,
  commerce: CommerceContext,
): void {
  const { connection } = commerce;
  const { nats, consumers, config } = service;
  const deps = { ...commerce, nats, consumers, config };

  startEventConsumer(deps, {
    durable: contentDurable,
    filterSubject: 'events.content.main-lesson.*',
    events: [mainLessonEvent],
    async handle(events, tx) {
      const mainLessons = events.filter((event) => isEventOf(mainLessonEvent, event));
      await replicateMainLessons(connection, mainLessons, tx.session);
      for (const event of mainLessons.filter(({ state }) => state === null))
        await processOrphanedPurchases(commerce, toOrphanedPurchases('mainLessonId', event), tx);
    },
  });

  startEventConsumer(deps, {
    durable: usersDurable,
    filterSubject: 'events.users.user.*',
    events: [userEvent],
    async handle(events, tx) {
      const users = events.filter((event) => isEventOf(userEvent, event));
      await replicateUsers(connection, users, tx.session);
      for (const event of users) {
        if (event.state) await updatePurchaseEmails(commerce, toNewAddress(event, event.state), tx);
        else await processOrphanedPurchases(commerce, toOrphanedPurchases('userId', event), tx);
      }
    },
  });
}

function toOrphanedPurchases(
  field: OrphanedPurchases['field'],
  { entityId, actor, requestId }: EntityEvent,
): OrphanedPurchases {
  return { field, id: Number(entityId), actor, requestId };
}

function toNewAddress(
  { actor, requestId }: EntityEvent,
  { id, email }: Pick<User, 'id' | 'email'>,
): NewAddress {
  return { id, email, actor, requestId };
}

/** Waits until the first event of a main lesson has been consumed, at most a second. */
export async function waitForMainLesson(
  { consumers }: Pick<Service, 'consumers'>,
  id: number,
): Promise<void> {
  const contentConsumer = [...consumers].find((consumer) => consumer.durable === contentDurable);
  await contentConsumer?.waitForVersion(mainLessonEvent, id, 1, newMainLessonTimeoutMs);
}
