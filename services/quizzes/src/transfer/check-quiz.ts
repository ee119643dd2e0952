import { isDeepStrictEqual } from 'node:util';
import {
  type BodyOf,
  lacksRecording,
  namesOf,
  quizBody,
  quizFields,
  quizLimits,
  quizMessages,
  type quizzes,
} from '@khmer-learning/contracts';
import { ApiError } from '@khmer-learning/service-kit';
import { getOrSet, type ItemPlan, truncateList } from '@khmer-learning/transfer';
import type { Connection } from 'mongoose';
import { z } from 'zod';
import { findLessonIdsByTitle, lessonHasTitle } from '../lessons/lesson-replicas.ts';
import { lessonTitleKey } from '../lessons/lesson-title-key.ts';
import { assignQuestionIds } from '../quizzes/assign-question-ids.ts';
import type { QuizRow } from '../quizzes/quiz.queries.ts';

export type QuizFields = Omit<BodyOf<typeof quizzes.create>, 'lessonId'>;

const quizFieldsSchema = z.object(quizBody.shape).omit({ lessonId: true });
/** The names of the fields of a line, and of those that are single texts: the questions of a quiz are corrected in a file. */
const { lessonId: lesson, questions, isPractice, status, title, ...otherNames } = namesOf(quizFields);
const fieldNames = { title, ...otherNames, status, isPractice, questions };
export const quizCellNames = { title, lesson, status, ...otherNames };

/** Parses a quiz's own fields as they would be stored, or says why they are refused. */
export function parseQuiz(
  value: unknown,
  current: QuizRow | undefined,
): { fields: QuizFields } | { reason: string } | { error: z.ZodError } {
  const { data, error } = quizFieldsSchema.safeParse(truncateList(value, 'questions', quizLimits.questions));
  if (error) return { error };
  if (data.status === 'active' && data.questions.some(lacksRecording))
    return { reason: quizMessages.recording };
  // A question keeps its id only when the stored quiz has it: a file cannot assign new ids.
  const known = new Set(current?.questions.map(({ id }) => id));
  const kept = data.questions.map(({ id, ...question }) =>
    id !== undefined && known.has(id) ? { id, ...question } : question,
  );
  try {
    const { questions } = assignQuestionIds(kept, current?.lastQuestionId ?? 0);
    return { fields: { ...data, questions } };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { reason: error.message };
  }
}

/**
 * What storing the fields of a quiz changes.
 * @param given `status` and `isPractice` change only if they are there
 * @returns the names of the changed fields, and the write unless there is none
 */
export function planQuiz(
  fields: QuizFields,
  current: QuizRow | undefined,
  lessonId: number | undefined,
  given: { readonly status?: unknown; readonly isPractice?: unknown },
): ItemPlan {
  if (!current) return { notes: [], write: { target: null, payload: { ...fields, lessonId } } };
  const names = (Object.keys(fieldNames) as (keyof QuizFields)[]).filter(
    (name) =>
      !((name === 'status' || name === 'isPractice') && given[name] === undefined) &&
      !isDeepStrictEqual(fields[name], name === 'isPractice' ? (current.isPractice ?? false) : current[name]),
  );
  const changesLesson = lessonId !== undefined && lessonId !== current.lessonId;
  const notes = [...(changesLesson ? [quizCellNames.lesson] : []), ...names.map((name) => fieldNames[name])];
  if (notes.length === 0) return { notes };
  const payload = {
    ...Object.fromEntries(names.map((name) => [name, fields[name]])),
    ...(changesLesson ? { lessonId } : {}),
  };
  return { notes, write: { target: { id: current._id, version: current.version }, payload, current } };
}

const lessonReferenceSchema = z.object({
  id: z.number().int().positive().optional(),
  title: z.string(),
});

/** The lesson that a file names, or why there is none; neither if it names none. */
export interface FoundLesson {
  readonly id?: number | undefined;
  readonly refusal?: string;
}

/** Creates the resolver of a file's lessons: by id and title, otherwise by a title that only one lesson has. */
export function createLessonResolver(connection: Connection) {
  const idsByTitle = new Map<string, Promise<number[]>>();

  return async (reference: unknown): Promise<FoundLesson> => {
    const lesson = lessonReferenceSchema.safeParse(reference).data;
    if (!lesson)
      return {
        refusal: reference ? 'Lesson must be an object with the title of a lesson' : quizMessages.lesson,
      };
    const { id, title } = lesson;
    const titleKey = lessonTitleKey(title);
    const ids = await getOrSet(idsByTitle, titleKey, () => findLessonIdsByTitle(connection, titleKey));
    if (id !== undefined && (ids.includes(id) || (await lessonHasTitle(connection, id, titleKey))))
      return { id };
    const [first, second] = ids;
    if (first === undefined) return { refusal: `Lesson "${title}" not found` };
    return second === undefined ? { id: first } : { refusal: `More than one lesson is named "${title}"` };
  };
}
