import {
  type PackPartRequest,
  packLimits,
  packMessages,
  type packQuizzesGet,
  type ResponseOf,
  specificErrorCodes,
  v1QuizzesGet,
} from '@khmer-learning/contracts';
import {
  ApiError,
  createChangeLogs,
  createDerivedValues,
  hashResponse,
  type ServiceContext,
} from '@khmer-learning/service-kit';
import { filterFreeMainLessonIds } from '../lessons/lesson-replicas.ts';
import { toUnlockedQuiz } from '../public/public-quizzes.ts';
import { createOwnershipCheck } from '../purchases/ownership.ts';
import { findPublicQuizVersions, findPublicQuizzes, type QuizVersion } from '../quizzes/quiz.queries.ts';

type Part = NonNullable<ResponseOf<typeof packQuizzesGet>['part']>;

/** The quizzes of offline packs. */
export interface PackQuizzes {
  /**
   * Reads the part of a pack, or what changed in it since a version.
   *
   * @throws ApiError 403 `locked` when the main lesson is not known as free and the learner does not own it, 422 when
   * it has too many quizzes
   */
  get(request: PackPartRequest): Promise<Part>;
}

/** What a pack needs to know of a quiz. */
interface QuizDigest {
  readonly hash: string;
  readonly mainLessonId: number | null;
}

/** The collection of the change logs, one per main lesson. */
export const packCollection = 'packs';

/** A quiz weighs up to 900 KiB. */
const quizzesReadAtOnce = 10;
/** Digests kept in memory; each is about 100 bytes. */
const maxDigests = 50_000;

/** Creates the service behind the quizzes of offline packs. */
export function createPackQuizzes(store: ServiceContext): PackQuizzes {
  const { connection } = store;
  const packs = createChangeLogs(connection, packCollection, readEntries);
  const digestsOf = createDerivedValues<QuizDigest>({
    derive: async (ids) =>
      [...(await findPublicQuizzes(store, ids)).values()].map((quiz) => ({
        id: quiz._id,
        key: stateKeyOf(quiz),
        value: {
          hash: hashResponse(v1QuizzesGet, { success: true, data: toUnlockedQuiz(quiz) }),
          mainLessonId: quiz.mainLessonId,
        },
      })),
    batchSize: quizzesReadAtOnce,
    weightOf: () => 1,
    maxWeight: maxDigests,
  });

  /** Reads the public quizzes of a main lesson, by key. */
  async function readEntries(mainLessonId: number): Promise<Map<string, { id: number; hash: string }>> {
    const quizzes = await findPublicQuizVersions(store, mainLessonId, packLimits.quizzes + 1);
    if (quizzes.length > packLimits.quizzes) throw new ApiError(422, packMessages.tooLarge);
    const digests = await digestsOf(new Map(quizzes.map((quiz) => [quiz._id, stateKeyOf(quiz)])));
    return new Map(
      quizzes.flatMap(({ _id: id }) => {
        const digest = digests.get(id);
        // Otherwise it was deleted, unpublished or moved to a lesson of another main lesson in the meantime.
        return digest?.mainLessonId === mainLessonId ? [[String(id), { id, hash: digest.hash }]] : [];
      }),
    );
  }

  return {
    async get({ mainLessonId, learnerId, since }) {
      const free = await filterFreeMainLessonIds(connection, [mainLessonId]);
      const learnerIds = learnerId === null ? [] : [learnerId];
      const isOwned = await createOwnershipCheck(connection, learnerIds, [mainLessonId]);
      if (!free.has(mainLessonId) && !isOwned(learnerId ?? undefined, mainLessonId))
        throw new ApiError(403, packMessages.locked, { code: specificErrorCodes.locked });
      const { version, full, changed, removed } = await packs.changesSince(mainLessonId, since);
      return { version, full, quizzes: [...changed], removed: removed.map(Number) };
    },
  };
}

/** Identifies the state of a quiz: what its digest depends on. */
function stateKeyOf({ _id, version, updatedAt, mainLessonId }: QuizVersion): string {
  return JSON.stringify([_id, version, updatedAt, mainLessonId]);
}
