import { learnerProgressEvent, userEvent } from '@khmer-learning/contracts';
import { isEventOf, type Service, startEventConsumer } from '@khmer-learning/service-kit';
import { deleteTriesOf, recordTries, type Try } from '../first-tries/first-tries.ts';
import { existingQuestions } from '../quizzes/quiz.queries.ts';

/** Stores learners' first answers to the questions that there are, and deletes those of accounts that are gone. */
export function startProgressConsumer(service: Service): void {
  const { connection } = service;
  startEventConsumer(service, {
    durable: 'quizzes-progress',
    filterSubject: 'events.users.>',
    events: [learnerProgressEvent, userEvent],
    async handle(events, { session }) {
      const gone = events.filter(({ state }) => state === null).map(({ entityId }) => Number(entityId));
      if (gone.length > 0) await deleteTriesOf(connection, gone);
      const tries = events.flatMap((event): Try[] => {
        if (!isEventOf(learnerProgressEvent, event) || !event.state) return [];
        const { userId: learnerId, firstAnswers } = event.state;
        if (gone.includes(learnerId)) return [];
        return firstAnswers.map(({ at, ...answer }) => ({ ...answer, learnerId, at: new Date(at) }));
      });
      const exists = await existingQuestions(connection, new Set(tries.map(({ quizId }) => quizId)), session);
      await recordTries(connection, tries.filter(exists), session);
    },
  });
}
