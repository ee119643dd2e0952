import { isDeepStrictEqual } from 'node:util';
import { surrogateKeys } from '@khmer-learning/contracts';
import type { StoredQuiz } from './quiz.model.ts';

/** The fields of a quiz that decide in which answers of `/api/v1` it appears. */
type PlacedQuiz = Pick<StoredQuiz, '_id' | 'lessonId' | 'status' | 'lessonIsPublic'>;
type ChangedQuiz = PlacedQuiz & Pick<StoredQuiz, 'title' | 'description' | 'questions'>;

const isPublic = (quiz: PlacedQuiz) => quiz.status === 'active' && quiz.lessonIsPublic;

/**
 * The surrogate keys that a change of a quiz purges: none when it is not public before and after.
 *
 * @param before null for a new quiz
 */
export function quizChangeKeys(before: ChangedQuiz | null, after: ChangedQuiz): readonly string[] {
  if (!before || !isPublic(before)) return isPublic(after) ? appearanceKeys(after) : [];
  if (!isPublic(after)) return appearanceKeys(before);
  const keys = [surrogateKeys.quiz(after._id), surrogateKeys.anyQuiz];
  const changes = (...fields: (keyof ChangedQuiz)[]) =>
    fields.some((field) => !isDeepStrictEqual(before[field], after[field]));
  if (changes('lessonId')) keys.push(...appearanceKeys(before), ...appearanceKeys(after));
  if (changes('title', 'description', 'questions')) keys.push(surrogateKeys.quizTexts);
  return keys;
}

/** The surrogate keys that the deletion of a quiz purges. */
export function quizDeletionKeys(quiz: PlacedQuiz): readonly string[] {
  return isPublic(quiz) ? appearanceKeys(quiz) : [];
}

/** What a public quiz purges when it appears, disappears, or leaves one lesson for another. */
function appearanceKeys({ _id: id, lessonId }: PlacedQuiz): string[] {
  return [
    surrogateKeys.quiz(id),
    surrogateKeys.anyQuiz,
    surrogateKeys.quizzes,
    ...(lessonId === null ? [] : [surrogateKeys.quizzesOf(lessonId)]),
  ];
}
