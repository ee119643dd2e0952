import { eventSubjectFilter, purchaseEvent } from '@khmer-learning/contracts';
import { isEventOf, type Service, startEventConsumer } from '@khmer-learning/service-kit';
import { replicatePurchases } from '../purchases/ownership.ts';

/** Consumes the purchase events of the commerce service and stores which learner owns which main lesson. */
export function startPurchaseConsumer(service: Service): void {
  const { connection } = service;
  startEventConsumer(service, {
    durable: 'quizzes-purchases',
    filterSubject: eventSubjectFilter(purchaseEvent),
    events: [purchaseEvent],
    async handle(events, tx) {
      await replicatePurchases(
        connection,
        events.filter((event) => isEventOf(purchaseEvent, event)),
        tx.session,
      );
    },
  });
}
