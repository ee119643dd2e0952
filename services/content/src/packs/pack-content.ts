import {
  type PackPartRequest,
  type packContentGet,
  packLimits,
  packMessages,
  type ResponseOf,
  specificErrorCodes,
  uploadedFileNamePattern,
  uploadedFileNamesIn,
  v1LessonsGet,
} from '@khmer-learning/contracts';
import {
  ApiError,
  createChangeLogs,
  createDerivedValues,
  hashResponse,
  type ServiceContext,
} from '@khmer-learning/service-kit';
import {
  countPublicLessons,
  type LessonRow,
  type LessonWithType,
  readLessonSummaries,
  readPublicLessons,
} from '../lessons/reads/lesson.queries.ts';
import { findPublishedMainLesson } from '../main-lessons/main-lesson.queries.ts';
import { toPublicMainLesson, toUnlockedLesson } from '../public/public-content.ts';
import { readOwnedMainLessonIds } from '../purchases/ownership.ts';

type Part = NonNullable<ResponseOf<typeof packContentGet>['part']>;

interface LessonDigest {
  readonly hash: string;
  readonly mainLessonId: number;
  readonly fileNames: readonly string[];
}

/** An entry of a pack: a lesson or a file. A file's content never changes. */
type Entry =
  | { readonly id: number; readonly hash: string; readonly order: number }
  | { readonly name: string };

/** The collection of the change logs, one per main lesson. */
export const packCollection = 'packs';

/** A lesson weighs up to 900 KiB. */
const lessonsReadAtOnce = 10;
/** Digests and file names kept in memory; each is about 100 bytes. */
const maxDigestWeight = 100_000;
const filePattern = /\.(?:png|jpe?g|webp|svg|mp3)$/i;

export function createPackContent(store: ServiceContext) {
  const { connection } = store;
  const packs = createChangeLogs(connection, packCollection, readEntries);
  const digestsOf = createDerivedValues<LessonDigest>({
    derive: async (ids) =>
      (await readPublicLessons(connection, ids)).map((found) => ({
        id: found.lesson._id,
        key: stateKeyOf(found),
        value: digestLesson(found),
      })),
    batchSize: lessonsReadAtOnce,
    weightOf: ({ fileNames }) => 1 + fileNames.length,
    maxWeight: maxDigestWeight,
  });

  /** Reads the entries of a pack by key: the main lesson's public lessons, and the files that they and it refer to. */
  async function readEntries(mainLessonId: number): Promise<Map<string, Entry>> {
    const [{ imageCover }, lessons] = await Promise.all([
      findPublishedMainLesson(store, mainLessonId),
      readLessonSummaries(
        store,
        { visibility: ['public'], mainLessonId },
        { limit: packLimits.lessons + 1, offset: 0 },
        'place',
      ),
    ]);
    if (lessons.length > packLimits.lessons) throw tooLarge();
    const digests = await digestsOf(new Map(lessons.map((found) => [found.lesson._id, stateKeyOf(found)])));
    const entries = new Map<string, Entry>();
    const fileNames = new Set([imageCover]);
    for (const { lesson } of lessons) {
      const digest = digests.get(lesson._id);
      // It was deleted, unpublished or moved to another main lesson in the meantime.
      if (digest?.mainLessonId !== mainLessonId) continue;
      entries.set(`lesson/${lesson._id}`, { id: lesson._id, hash: digest.hash, order: lesson.position });
      for (const name of digest.fileNames) fileNames.add(name);
    }
    if (fileNames.size > packLimits.files) throw tooLarge();
    for (const name of fileNames) entries.set(`file/${name}`, { name });
    return entries;
  }

  return {
    /**
     * Reads the part of a pack, or what changed in it since a version.
     *
     * @throws ApiError 404 when the main lesson is not published, 403 `locked` when it is paid and the learner does not
     * own it, 422 when it is too large
     */
    async get({ mainLessonId, learnerId, since }: PackPartRequest): Promise<Part> {
      const mainLesson = await findPublishedMainLesson(store, mainLessonId);
      const owned = await readOwnedMainLessonIds(connection, learnerId ?? undefined, [mainLessonId]);
      if (!mainLesson.free && !owned.has(mainLessonId))
        throw new ApiError(403, packMessages.locked, { code: specificErrorCodes.locked });
      const { version, full, changed, removed } = await packs.changesSince(mainLessonId, since);
      const lessonCounts = await countPublicLessons(store, [mainLessonId]);
      return {
        version,
        full,
        mainLesson: toPublicMainLesson(mainLesson, lessonCounts.get(mainLessonId) ?? 0, true),
        lessons: changed.flatMap((entry) => ('id' in entry ? [entry] : [])),
        files: changed.flatMap((entry) => ('name' in entry ? [entry.name] : [])),
        removed: {
          lessons: namesIn(removed, 'lesson/').map(Number),
          files: namesIn(removed, 'file/'),
        },
      };
    },
  };
}

/** Identifies the state of a lesson and of its lesson type: what the response for the lesson depends on. */
function stateKeyOf({ lesson, lessonType }: LessonWithType): string {
  return JSON.stringify([lesson._id, lesson.version, lesson.updatedAt, lessonType]);
}

function digestLesson(found: LessonWithType<LessonRow>): LessonDigest {
  const data = toUnlockedLesson(found);
  return {
    hash: hashResponse(v1LessonsGet, { success: true, data }),
    mainLessonId: data.mainLessonId,
    fileNames: [...new Set([data.image, ...uploadedFileNamesIn(JSON.stringify(data))])].filter(isFileName),
  };
}

/** Whether this is the name of a picture or recording: a lesson's `image` is mostly its type's title. */
function isFileName(name: string): boolean {
  return uploadedFileNamePattern.test(name) && filePattern.test(name);
}

function namesIn(keys: readonly string[], prefix: string): string[] {
  return keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
}

function tooLarge(): ApiError {
  return new ApiError(422, packMessages.tooLarge);
}
