import {
  type PackPartRequest,
  packLimits,
  packMessages,
  type packQuizzesGet,
  type ResponseOf,
  specificErrorCodes,
  uploadedFileNamesIn,
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
import {
  findPublicQuizVersions,
  findPublicQuizzes,
  type QuizRow,
  type QuizVersion,
} from '../quizzes/quiz.queries.ts';

type Part = NonNullable<ResponseOf<typeof packQuizzesGet>['part']>;

interface QuizDigest {
  readonly hash: string;
  readonly mainLessonId: number | null;
  readonly fileNames: readonly string[];
}

/** An entry of a pack: a quiz or a recording. */
type Entry = { readonly id: number; readonly hash: string } | { readonly name: string };

/** The collection of the change logs, one per main lesson. */
export const packCollection = 'packs';

/** A quiz weighs up to 900 KiB. */
const quizzesReadAtOnce = 10;
/** Digests and file names kept in memory; each is about 100 bytes. */
const maxDigestWeight = 50_000;
const filePrefix = 'file/';

export function createPackQuizzes(store: ServiceContext) {
  const { connection } = store;
  const packs = createChangeLogs(connection, packCollection, readEntries);
  const digestsOf = createDerivedValues<QuizDigest>({
    derive: async (ids) =>
      [...(await findPublicQuizzes(store, ids)).values()].map((quiz) => ({
        id: quiz._id,
        key: stateKeyOf(quiz),
        value: digestQuiz(quiz),
      })),
    batchSize: quizzesReadAtOnce,
    weightOf: ({ fileNames }) => 1 + fileNames.length,
    maxWeight: maxDigestWeight,
  });

  /** Reads the entries of a pack by key: the public quizzes of a main lesson, and their recordings. */
  async function readEntries(mainLessonId: number): Promise<Map<string, Entry>> {
    const quizzes = await findPublicQuizVersions(store, mainLessonId, packLimits.quizzes + 1);
    if (quizzes.length > packLimits.quizzes) throw tooLarge();
    const digests = await digestsOf(new Map(quizzes.map((quiz) => [quiz._id, stateKeyOf(quiz)])));
    const entries = new Map<string, Entry>();
    const fileNames = new Set<string>();
    for (const { _id: id } of quizzes) {
      const digest = digests.get(id);
      // It was deleted, unpublished or moved to a lesson of another main lesson in the meantime.
      if (digest?.mainLessonId !== mainLessonId) continue;
      entries.set(String(id), { id, hash: digest.hash });
      for (const name of digest.fileNames) fileNames.add(name);
    }
    if (fileNames.size > packLimits.files) throw tooLarge();
    for (const name of fileNames) entries.set(`${filePrefix}${name}`, { name });
    return entries;
  }

  return {
    /**
     * Reads the part of a pack, or what changed in it since a version.
     *
     * @throws ApiError 403 `locked` when the main lesson is not known as free and the learner does not own it, 422 when
     * it has too many quizzes
     */
    async get({ mainLessonId, learnerId, since }: PackPartRequest): Promise<Part> {
      const free = await filterFreeMainLessonIds(connection, [mainLessonId]);
      const learnerIds = learnerId === null ? [] : [learnerId];
      const isOwned = await createOwnershipCheck(connection, learnerIds, [mainLessonId]);
      if (!free.has(mainLessonId) && !isOwned(learnerId ?? undefined, mainLessonId))
        throw new ApiError(403, packMessages.locked, { code: specificErrorCodes.locked });
      const { version, full, changed, removed } = await packs.changesSince(mainLessonId, since);
      return {
        version,
        full,
        quizzes: changed.flatMap((entry) => ('id' in entry ? [entry] : [])),
        removed: removed.filter((key) => !key.startsWith(filePrefix)).map(Number),
        files: changed.flatMap((entry) => ('name' in entry ? [entry.name] : [])),
        removedFiles: removed.flatMap((key) =>
          key.startsWith(filePrefix) ? [key.slice(filePrefix.length)] : [],
        ),
      };
    },
  };
}

function tooLarge(): ApiError {
  return new ApiError(422, packMessages.tooLarge);
}

function digestQuiz(quiz: QuizRow): QuizDigest {
  const data = toUnlockedQuiz(quiz);
  const addresses = data.questions.flatMap(({ recordings, optionRecordings }) =>
    [recordings, ...optionRecordings].flatMap(({ en, km }) => [en ?? '', km ?? '']),
  );
  return {
    hash: hashResponse(v1QuizzesGet, { success: true, data }),
    mainLessonId: quiz.mainLessonId,
    fileNames: uploadedFileNamesIn(addresses.join(' ')),
  };
}

/** Identifies the state of a quiz: what its digest depends on. */
function stateKeyOf({ _id, version, updatedAt, mainLessonId }: QuizVersion): string {
  return JSON.stringify([_id, version, updatedAt, mainLessonId]);
}
