import { isDeepStrictEqual } from 'node:util';
import {
  lacksRecording,
  type Quiz,
  type QuizContents,
  quizEvent,
  quizMessages,
  quizzes,
  type StateOf,
  surrogateKeys,
} from '@khmer-learning/contracts';
import {
  definePublishableKind,
  type ItemChange,
  omitUndefined,
  oneByOne,
  parentDeleted,
  pickFields,
  type RestorableItem,
  withEventFields,
} from '@khmer-learning/item-kit';
import {
  type ApiError,
  fieldError,
  type RequestContext,
  type ServiceContext,
  serviceUnavailable,
} from '@khmer-learning/service-kit';
import type { ClientSession, Connection } from 'mongoose';
import { z } from 'zod';
import {
  lessonReplicaExists,
  lockLesson,
  type QuizLesson,
  readQuizLessonInfos,
  readQuizLessons,
} from '../lessons/lesson-replicas.ts';
import { markResults } from '../results/quiz-results.ts';
import {
  type AnalyticsSums,
  createAnalytics,
  emptyAnalytics,
  moveAnalyticsToLesson,
  readAnalyticsSummaries,
  takeAnalytics,
} from '../submissions/analytics.ts';
import { assignQuestionIds, toStoredQuestions, withoutEmptyRecordings } from './assign-question-ids.ts';
import { quizzesOf, type StoredQuiz, toLessonFields } from './quiz.model.ts';
import { findQuiz, type QuizRow } from './quiz.queries.ts';
import { quizSearchFields } from './quiz-search-fields.ts';

export const toQuizState = (row: QuizRow) =>
  pickFields(withPractice(withEventFields(row)), quizEvent.state.shape);

/** The contents of a quiz; the lesson is left out of a quiz without one. */
export const toQuizContents = (row: QuizRow) =>
  withoutMissingLesson(pickFields(withPractice(row), quizzes.workingCopy.save.body.shape.contents.shape));

const withPractice = <R extends { readonly isPractice?: boolean | undefined }>(row: R) => ({
  ...row,
  isPractice: row.isPractice ?? false,
});

const withoutMissingLesson = <F extends { readonly lessonId: number | null }>({ lessonId, ...fields }: F) =>
  lessonId === null ? fields : { ...fields, lessonId };

export const quizFeed = {
  event: quizEvent,
  toState: toQuizState,
  surrogateKeys({ before, after }: ItemChange<QuizRow>) {
    if (after) return quizChangeKeys(before, after);
    return before ? quizDeletionKeys(before) : [];
  },
  mainLessonOf: ({ mainLessonId }: QuizRow) => mainLessonId,
};

/**
 * Quizzes, each of a lesson, a copy of which tells whether learners see them. A new question gets its id when it is published:
 * until then, a save of the quiz may give the same id to another question.
 *
 * @param waitForLesson waits briefly for the event of a lesson that is not known yet; whether one that is still missing does
 * not exist
 */
export const quizKind = (
  store: ServiceContext,
  waitForLesson: (lessonId: number, after: RequestContext['after']) => Promise<boolean>,
) => {
  const { connection } = store;

  /** Waits for a lesson that has just been created: its event may arrive after the request. */
  async function requireLesson(id: number, { after }: RequestContext): Promise<void> {
    if (await lessonReplicaExists(connection, id)) return;
    const isMissing = await waitForLesson(id, after);
    if (await lessonReplicaExists(connection, id)) return;
    throw isMissing ? lessonNotFound() : serviceUnavailable();
  }

  async function lockLessonOrThrow(id: number, session: ClientSession): Promise<QuizLesson> {
    const lesson = await lockLesson(connection, id, session);
    if (!lesson) throw lessonNotFound();
    return lesson;
  }

  return definePublishableKind({
    ...quizFeed,
    contract: quizzes,
    model: quizzesOf(connection),
    searched: ['title', 'description', 'questions'],
    searchFields: quizSearchFields,

    async prepare(input, context, { isRestored }) {
      if (input.lessonId !== undefined && !isRestored) await requireLesson(input.lessonId, context);
      return input;
    },
    async read(id, session) {
      const row = await findQuiz(store, id, session);
      return row && { row, joined: null };
    },

    create: oneByOne(async ({ session }, { questions, ...fields }) => {
      if (fields.status === 'active') requireRecordings(questions);
      const lesson = await lockLessonOrThrow(fields.lessonId, session);
      const row = { ...fields, ...toLessonFields(lesson), ...assignQuestionIds(questions, 0) };
      return { row, joined: null };
    }),
    async change({ session }, { row: current, joined }, { lessonId, questions, ...patch }) {
      const changesLesson = lessonId !== undefined && lessonId !== current.lessonId;
      const row = {
        ...withPractice(current),
        ...omitUndefined(patch),
        ...(changesLesson ? { lessonId, ...toLessonFields(await lockLessonOrThrow(lessonId, session)) } : {}),
        ...(questions ? assignQuestionIds(questions, current.lastQuestionId) : {}),
      };
      if (row.status === 'active') requireRecordings(row.questions);
      return { row, joined };
    },
    async revive({ session }, fields, item) {
      const { lessonId } = fields;
      const lesson = lessonId === null ? null : await lockLesson(connection, lessonId, session);
      if (lessonId !== null && !lesson) throw await lessonDeleted(connection, lessonId, session, item);
      const row = {
        ...withPractice(fields),
        ...(lesson ? toLessonFields(lesson) : { mainLessonId: null, lessonIsPublic: true }),
        ...toStoredQuestions(fields.questions),
        lastQuestionId: detailsSchema.parse(item.details).lastQuestionId,
      };
      return { row, joined: null };
    },
    async requireParents({ session }, { lessonId }) {
      if (lessonId !== undefined && !(await lockLesson(connection, lessonId, session)))
        throw await lessonDeleted(connection, lessonId, session);
    },

    async inserted({ session }, { _id: quizId, lessonId, createdAt }, restored) {
      const sums = restored && detailsSchema.parse(restored.details).analytics;
      await createAnalytics(
        connection,
        { quizId, lessonId, createdAt },
        session,
        sums as AnalyticsSums | undefined,
      );
    },
    async changed({ session }, before, { _id, lessonId }) {
      if (lessonId !== null && lessonId !== before.lessonId)
        await moveAnalyticsToLesson(connection, _id, lessonId, session);
      await markResults(connection, [_id], session);
    },
    async removed({ session }, row) {
      return deletionDetails(row, (await takeAnalytics(connection, [row._id], session)).get(row._id));
    },

    toItem: ({ row }) => buildQuizResponse(store, row),
    toVersion: (state, version) => buildQuizResponseOfState(store, state, version),
    toUpdate: withoutMissingLesson,

    publishing: {
      publishedStatus: 'active',
      toContents: toQuizContents,
      mainLessonOfCopy: async ({ lessonId }, session) =>
        (await readQuizLessons(connection, [lessonId], session)).get(lessonId)?.mainLessonId ?? null,

      async check(contents) {
        assignQuestionIds(contents.questions, 0);
        return { ...contents, questions: contents.questions.map(withoutEmptyRecordings) };
      },

      async withPresentParents({ lessonId, ...fields }, _current, session) {
        // A lesson that was deleted leaves the quiz where it is.
        return (await lockLesson(connection, lessonId, session)) ? { ...fields, lessonId } : fields;
      },
    },
  });
};

/** What the restoration of a deleted quiz needs besides its last state. */
export function deletionDetails({ lastQuestionId }: QuizRow, analytics: AnalyticsSums | undefined): object {
  return { lastQuestionId, ...(analytics && { analytics }) };
}

const detailsSchema = z.object({
  lastQuestionId: z.number(),
  analytics: z
    .object({
      completions: z.number(),
      scoreSum: z.number(),
      withoutGaps: z.number(),
      questions: z.record(z.string(), z.object({ answers: z.number(), right: z.number().optional() })),
    })
    .optional(),
});

/** The error for a quiz to be restored whose lesson does not exist; it names the lesson if the quiz was deleted with it. */
async function lessonDeleted(
  connection: Connection,
  lessonId: number,
  session: ClientSession,
  item?: RestorableItem,
): Promise<ApiError> {
  const parent = { entity: 'lesson', id: lessonId, label: 'lesson', title: item?.parent?.title };
  return parentDeleted(connection, parent, session);
}

/** @throws ApiError 400 at the first listening question that has no recording */
function requireRecordings(questions: QuizContents['questions']): void {
  const index = questions.findIndex(lacksRecording);
  if (index < 0) return;
  throw fieldError(`questions.${index}.recordings`, quizMessages.recording);
}

const lessonNotFound = () => fieldError('lessonId', quizMessages.lesson);

/** Builds the console's responses for quizzes, with what is known of their lessons and their analytics. */
export function buildQuizResponses(store: ServiceContext, rows: readonly QuizRow[]): Promise<Quiz[]> {
  return buildResponses(
    store,
    rows.map((row) => ({ ...toQuizState(row), version: row.version })),
  );
}

async function buildQuizResponse(store: ServiceContext, row: QuizRow): Promise<Quiz> {
  return buildQuizResponseOfState(store, toQuizState(row), row.version);
}

/** Builds the console's response for a quiz as it was at a version. */
async function buildQuizResponseOfState(
  store: ServiceContext,
  state: StateOf<typeof quizEvent>,
  version: number,
): Promise<Quiz> {
  const { isPractice = false } = state;
  const [quiz] = await buildResponses(store, [{ ...state, isPractice, version }]);
  if (!quiz) throw new Error(`No response was built for quiz ${state.id}`);
  return quiz;
}

async function buildResponses(
  { connection }: ServiceContext,
  quizzes: readonly Omit<Quiz, 'lessonTitle' | 'analytics'>[],
): Promise<Quiz[]> {
  if (quizzes.length === 0) return [];
  const lessonIds = new Set(quizzes.flatMap(({ lessonId }) => lessonId ?? []));
  const [lessons, results] = await Promise.all([
    readQuizLessonInfos(connection, [...lessonIds]),
    readAnalyticsSummaries(
      connection,
      quizzes.map(({ id }) => id),
    ),
  ]);
  return quizzes.map((quiz) => {
    const lesson = lessons.get(quiz.lessonId ?? 0);
    return {
      ...quiz,
      ...(quiz.status === 'active' && lesson?.hiddenBy ? { hiddenBy: lesson.hiddenBy } : {}),
      lessonTitle: lesson?.title ?? null,
      analytics: results.get(quiz.id) ?? emptyAnalytics,
    };
  });
}

/** The fields of a quiz that decide in which answers of `/api/v1` it appears. */
type PlacedQuiz = Pick<StoredQuiz, '_id' | 'lessonId' | 'status' | 'lessonIsPublic'>;
type ChangedQuiz = PlacedQuiz & Pick<StoredQuiz, 'title' | 'description' | 'questions'>;

const isPublic = (quiz: PlacedQuiz) => quiz.status === 'active' && quiz.lessonIsPublic;

/** The surrogate keys that a change of a quiz, or a new one, purges: none when it is not public before and after. */
function quizChangeKeys(before: ChangedQuiz | null, after: ChangedQuiz): readonly string[] {
  if (!before || !isPublic(before)) return isPublic(after) ? appearanceKeys(after) : [];
  if (!isPublic(after)) return appearanceKeys(before);
  const keys = [surrogateKeys.quiz(after._id), surrogateKeys.anyQuiz];
  const changes = (...fields: (keyof ChangedQuiz)[]) =>
    fields.some((field) => !isDeepStrictEqual(before[field], after[field]));
  if (changes('lessonId')) keys.push(...appearanceKeys(before), ...appearanceKeys(after));
  if (changes('title', 'description', 'questions')) keys.push(surrogateKeys.quizTexts);
  return keys;
}

function quizDeletionKeys(quiz: PlacedQuiz): readonly string[] {
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
