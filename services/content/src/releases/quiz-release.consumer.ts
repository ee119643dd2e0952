import { type EventOf, eventSubjectFilter, quizReleaseEvent } from '@khmer-learning/contracts';
import { isEventOf, type Service, startEventConsumer, type Transaction } from '@khmer-learning/service-kit';
import { contentReleaseRowsOf } from './content-release.model.ts';
import { emit, end, fail } from './content-releases.ts';

/** Consumes what quizzes answers about releases. An answer to an earlier request has an earlier version, and is ignored. */
export function startQuizReleaseConsumer(service: Service): void {
  const rows = contentReleaseRowsOf(service.connection);

  async function take({ entityId, version, state }: EventOf<typeof quizReleaseEvent>, tx: Transaction) {
    const { session } = tx;
    const row = await rows.findOne({ _id: Number(entityId), version }, { session });
    if (!row) return;
    const { _id } = row;
    // Also from an instance that gives up: the answer has come in time.
    if (state && row.state === 'preparing')
      await rows.replaceOne(
        { _id },
        state.failure
          ? fail(tx, row, state.failure)
          : { ...row, quizTitles: state.titles, heldUntil: new Date(0), holder: null },
        { session },
      );
    if (!state && row.state === 'committed')
      await rows.replaceOne({ _id }, end(emit(tx, { ...row, state: 'done' })), { session });
  }

  startEventConsumer(service, {
    durable: 'content-quiz-releases',
    filterSubject: eventSubjectFilter(quizReleaseEvent),
    events: [quizReleaseEvent],
    async handle(events, tx) {
      for (const event of events) if (isEventOf(quizReleaseEvent, event)) await take(event, tx);
    },
  });
}
