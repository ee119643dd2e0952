import { quizEvent, quizzesUpdate } from '@khmer-learning/contracts';
import type { ScheduledKind } from '@khmer-learning/item-kit';
import { validateInput } from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';
import { lockLesson } from '../lessons/lesson-replicas.ts';
import { lessonDeleted } from './quiz.restoration.ts';
import type { QuizService } from './quiz.service.ts';

/** Quizzes, as scheduling needs them. */
export function scheduledQuizzes(connection: Connection, quizzes: QuizService): ScheduledKind {
  return {
    definition: quizEvent,
    label: 'Quiz',
    publishedStatus: 'active',
    workingCopies: quizzes.workingCopies,

    async save(tx, id, contents) {
      const patch = validateInput(quizzesUpdate.body, contents);
      const { lessonId } = patch;
      // Names the lesson that was deleted since.
      if (lessonId !== undefined && !(await lockLesson(connection, lessonId, tx.session)))
        throw await lessonDeleted(connection, lessonId, tx.session);
      return quizzes.updateInTransaction(tx, id, patch, undefined);
    },
  };
}
