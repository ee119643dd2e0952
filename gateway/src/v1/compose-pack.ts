import {
  fillPath,
  mediaFileHashes,
  type PackPartRequest,
  packContentGet,
  packLimits,
  packQuizzesGet,
  type ResponseOf,
  recordingFilePattern,
  uploadUrl,
  v1LessonsGet,
  v1PacksGet,
  v1QuizzesGet,
} from '@khmer-learning/contracts';
import { ApiError, learnerOf } from '@khmer-learning/service-kit';
import type { FastifyRequest } from 'fastify';
import type { Forwarder } from '../api/upstreams/forwarder.ts';
import { serviceUnavailable } from '../http/errors.ts';

type Pack = ResponseOf<typeof v1PacksGet>;
type Services = Pick<Forwarder, 'callInternal'>;

/** Joins the versions of both parts to the version of a pack. */
const versionSeparator = '-';

/**
 * Composes an offline pack from the lessons, the quizzes and the hashes of the files. Both services check the rights.
 *
 * @throws ApiError 400 for an invalid id, 403 when the pack is locked, 404 when the main lesson is not published, 422 when
 * it is too large, 503 when a service is unavailable: a partial pack is never returned
 */
export async function composePack(services: Services, request: FastifyRequest): Promise<Pack> {
  const params = v1PacksGet.params.safeParse(request.params);
  const query = v1PacksGet.query.safeParse(request.query);
  if (!params.success) throw new ApiError(400, 'Invalid id');
  if (!query.success) throw new ApiError(400, 'since must be a version');
  const { mainLessonId } = params.data;
  const learnerId = learnerOf(request.principal)?.userId ?? null;
  const [content = null, quizzes = null] = query.data.since?.split(versionSeparator) ?? [];
  const caller = { mainLessonId, learnerId };
  const parts = await readParts(services, { ...caller, since: content }, { ...caller, since: quizzes });
  const everything = { ...caller, since: null };
  // Everything or only the changes: the response says it for all of its lists.
  if (parts.content.full !== parts.quizzes.full)
    return toPack(services, await readParts(services, everything, everything));
  const removed = [...parts.content.removed.files, ...parts.quizzes.removedFiles];
  if (!removed.some((name) => recordingFilePattern.test(name))) return toPack(services, parts, removed);
  // A recording that the lessons no longer have may still be that of a quiz, and the other way round.
  const { content: lessons, quizzes: tests } = await readParts(services, everything, everything);
  const used = new Set([...lessons.files, ...tests.files]);
  return toPack(
    services,
    parts,
    removed.filter((name) => !used.has(name)),
  );
}

async function readParts(services: Services, content: PackPartRequest, quizzes: PackPartRequest) {
  const [ofContent, ofQuizzes] = await Promise.all([
    services.callInternal(packContentGet, content),
    services.callInternal(packQuizzesGet, quizzes),
  ]);
  return { content: requirePart(ofContent), quizzes: requirePart(ofQuizzes) };
}

function requirePart<P>({
  part,
  refusal,
}: {
  part?: P | undefined;
  refusal?: { status: 403 | 404 | 422; code: string; message: string } | undefined;
}): P {
  if (refusal) throw new ApiError(refusal.status, refusal.message, { code: refusal.code });
  if (!part) throw serviceUnavailable();
  return part;
}

async function toPack(
  services: Services,
  { content, quizzes }: Awaited<ReturnType<typeof readParts>>,
  removedFiles: readonly string[] = [],
): Promise<Pack> {
  const names = [...new Set([...content.files, ...quizzes.files])];
  // Each part has at most as many files as one call takes.
  const hashes = await Promise.all(
    [names.slice(0, packLimits.files), names.slice(packLimits.files)].map(async (some) =>
      some.length > 0 ? (await services.callInternal(mediaFileHashes, { names: some })).files : [],
    ),
  );
  const hashByName = new Map(hashes.flat().map((file) => [file.name, file]));
  return {
    success: true,
    data: {
      mainLesson: content.mainLesson,
      version: `${content.version}${versionSeparator}${quizzes.version}`,
      full: content.full,
      lessons: content.lessons.map((entry) => ({ ...entry, url: fillPath(v1LessonsGet.path, entry) })),
      quizzes: quizzes.quizzes.map((entry) => ({ ...entry, url: fillPath(v1QuizzesGet.path, entry) })),
      files: names.map((name) => ({
        kind: recordingFilePattern.test(name) ? 'sound' : 'image',
        url: uploadUrl(name),
        ...(hashByName.get(name) ?? { name }),
      })),
      removed: {
        lessons: content.removed.lessons,
        quizzes: quizzes.removed,
        files: [...new Set(removedFiles)],
      },
    },
  };
}
