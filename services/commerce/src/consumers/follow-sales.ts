import { type EntityEvent, mainLessonEvent, userEvent } from '@khmer-learning/contracts';
import { isEventOf, type Service, startEventConsumer } from '@khmer-learning/service-kit';
import { keepMainLessons, keepUsers } from '../copies/copies.ts';
import { type Departure, leavePurchases, readdressPurchases } from '../purchases/purchase.following.ts';
import type { CommerceStore } from '../store/commerce-store.ts';

const contentDurable = 'commerce-content';
const usersDurable = 'commerce-users';
/** How long an order waits for a main lesson that may have been created a moment ago. */
const newMainLessonWaitMs = 1_000;

/** Follows main lessons and people: keeps what purchases need of them, and lets go of those that are gone. */
export function followSales(service: Pick<Service, 'nats' | 'consumers'>, store: CommerceStore): void {
  const { connection } = store;
  const deps = { ...store, nats: service.nats, consumers: service.consumers };

  startEventConsumer(deps, {
    durable: contentDurable,
    filterSubject: 'events.content.main-lesson.*',
    events: [mainLessonEvent],
    async handle(events, tx) {
      const mainLessons = events.filter((event) => isEventOf(mainLessonEvent, event));
      await keepMainLessons(connection, mainLessons, tx.session);
      for (const event of mainLessons.filter(({ state }) => state === null))
        await leavePurchases(store, departure('mainLessonId', event), tx);
    },
  });

  startEventConsumer(deps, {
    durable: usersDurable,
    filterSubject: 'events.users.user.*',
    events: [userEvent],
    async handle(events, tx) {
      const users = events.filter((event) => isEventOf(userEvent, event));
      await keepUsers(connection, users, tx.session);
      for (const event of users) {
        if (event.state) await readdressPurchases(store, { email: event.state.email, event }, tx);
        else await leavePurchases(store, departure('userId', event), tx);
      }
    },
  });
}

function departure(field: Departure['field'], { entityId, actor, requestId }: EntityEvent): Departure {
  return { field, id: Number(entityId), actor, requestId };
}

/** Waits until a main lesson has been heard of, at most a second. */
export async function mainLessonHeard({ consumers }: Pick<Service, 'consumers'>, id: number): Promise<void> {
  const following = [...consumers].find((consumer) => consumer.durable === contentDurable);
  await following?.waitForVersion(mainLessonEvent, id, 1, newMainLessonWaitMs);
}
