import { eventFilter, purchaseEvent } from '@khmer-learning/contracts';
import { isEvent, type Service, startConsumer } from '@khmer-learning/service-kit';
import { keepPurchases } from '../purchases/ownership.ts';

/** Follows the purchases of the commerce service: keeps which learner owns which main lesson. */
export function followPurchases(service: Service): void {
  const { connection } = service;
  startConsumer(service, {
    durable: 'quizzes-purchases',
    filterSubject: eventFilter(purchaseEvent),
    events: [purchaseEvent],
    async handle(events, tx) {
      await keepPurchases(
        connection,
        events.filter((event) => isEvent(purchaseEvent, event)),
        tx.session,
      );
    },
  });
}
