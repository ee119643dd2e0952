import { type QuizContents, quizEvent, quizWorkingCopyEvent } from '@khmer-learning/contracts';
import { createWorkingCopies, type WorkingCopies, type WorkingCopyOptions } from '@khmer-learning/item-kit';
import { lockRows, type RequestContext, type ServiceContext } from '@khmer-learning/service-kit';
import { assignQuestionIds, withoutEmptyRecordings } from './assign-question-ids.ts';
import { quizRowProjection, quizzesOf } from './quiz.model.ts';
import type { QuizRow } from './quiz.queries.ts';

/** The working copies of quizzes. */
export const quizWorkingCopies = { item: quizEvent, event: quizWorkingCopyEvent } as const;

/**
 * Creates the working copies of quizzes. A new question gets its id when it is published: until then, a save of the quiz may
 * give the same id to another question.
 *
 * @param options.publish saves contents as the published ones
 * @param options.requireLesson throws ApiError 400 when the lesson does not exist, 503 while that is not known
 */
export function createQuizWorkingCopies<Saved>(
  store: ServiceContext,
  {
    publish,
    requireLesson,
  }: {
    readonly publish: WorkingCopyOptions<QuizContents, Saved>['publish'];
    readonly requireLesson: (id: number, context: RequestContext) => Promise<void>;
  },
): WorkingCopies<QuizContents, Saved> {
  const quizzes = quizzesOf(store.connection);
  const workingCopies = createWorkingCopies<QuizContents, Saved>(store, {
    ...quizWorkingCopies,
    label: 'Quiz',
    publish,

    async readItem(id, session) {
      if (session) await lockRows(quizzes, [id], session);
      const row = await quizzes.findById(id, quizRowProjection).session(session).lean<QuizRow>();
      if (!row) return null;
      const { version, title, status, lessonId, description, questions, isPractice = false } = row;
      const fields = { title, description, questions, isPractice };
      const contents = lessonId === null ? fields : { ...fields, lessonId };
      return { version, title, isPublished: status === 'active', contents };
    },

    async check(contents) {
      assignQuestionIds(contents.questions, 0);
      return { ...contents, questions: contents.questions.map(withoutEmptyRecordings) };
    },
  });

  return {
    ...workingCopies,
    async save(id, body, ifMatch, context) {
      await requireLesson(body.contents.lessonId, context);
      return workingCopies.save(id, body, ifMatch, context);
    },
  };
}
