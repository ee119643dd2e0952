import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { serialId } from '../core/fields.ts';
import { v1Envelope, v1MainLessonSchema } from './content.ts';

/** Maximum size of an offline pack; a larger main lesson has none (422). */
export const packLimits = { lessons: 2_000, quizzes: 2_000, files: 5_000 } as const;

export const packMessages = {
  locked: 'This offline pack belongs to a paid main lesson',
  tooLarge: 'This main lesson is too large for an offline pack',
} as const;

/** The kinds of files in a pack. */
export const packFileKinds = ['image', 'sound'] as const;

/** SHA-256 in hex. */
const sha256 = z.string();
const id = z.number().int();
/** A lesson or a quiz; `hash` is that of the response body with which its owner reads it. */
const hashed = z.object({ id, hash: sha256 });
const hashedLesson = hashed.extend({
  /** Sorts the lessons: ascending, ties by id. Not always a whole number, and with gaps. */
  order: z.number(),
});

/**
 * The offline pack of a published main lesson: what it consists of, with hashes. With `since`, a version that an earlier
 * response had, it has only what changed since then; `removed` has what is gone. `full`: it has everything, and what an
 * app has besides is gone; also when `since` is unknown or too old. The gateway combines the parts of both services.
 */
export const v1PacksGet = endpoint({
  id: 'v1.packs.get',
  service: 'gateway',
  method: 'GET',
  path: '/api/v1/packs/:mainLessonId',
  access: 'apiKey',
  envelope: 'v1',
  summary: 'The offline pack of a main lesson, or what changed in it',
  params: z.object({ mainLessonId: serialId }),
  query: z.object({ since: z.string().optional() }),
  response: v1Envelope(
    z.object({
      mainLesson: v1MainLessonSchema,
      version: z.string(),
      full: z.boolean(),
      lessons: z.array(hashedLesson.extend({ url: z.string() })),
      quizzes: z.array(hashed.extend({ url: z.string() })),
      files: z.array(
        z.object({
          name: z.string(),
          kind: z.enum(packFileKinds),
          url: z.string(),
          /** Bytes. Absent, like `hash`, for a file that does not exist or whose hash is still being computed. */
          size: z.number().int().optional(),
          hash: sha256.optional(),
        }),
      ),
      removed: z.object({ lessons: z.array(id), quizzes: z.array(id), files: z.array(z.string()) }),
    }),
  ),
});

/** A call of the gateway for a service's part of a pack, on behalf of an app. */
const partBody = z.object({
  mainLessonId: z.number().int(),
  /** The learner of the app's token; null without one. */
  learnerId: z.number().int().nullable(),
  /** The version of this part that the app has; null if it has none. */
  since: z.string().nullable(),
});
export type PackPartRequest = z.infer<typeof partBody>;

/** Either the part, or the error that the app gets: 403 (locked), 404 or 422 (too large). */
const partResponse = <S extends z.ZodType>(part: S) =>
  z.object({
    part: part.optional(),
    refusal: z
      .object({
        status: z.literal([403, 404, 422]),
        code: z.string(),
        message: z.string(),
      })
      .optional(),
  });

/** The version of a part has no `-`, which joins the versions of the parts. */
const partVersion = { version: z.string(), full: z.boolean() };
const part = { method: 'POST', access: 'internal', body: partBody } as const;

export const packContentGet = endpoint({
  ...part,
  id: 'internal.packContent',
  service: 'content',
  path: '/internal/packs/content',
  summary: 'The lessons and files of an offline pack',
  response: partResponse(
    z.object({
      ...partVersion,
      mainLesson: v1MainLessonSchema,
      lessons: z.array(hashedLesson),
      files: z.array(z.string()),
      removed: z.object({ lessons: z.array(id), files: z.array(z.string()) }),
    }),
  ),
});

export const packQuizzesGet = endpoint({
  ...part,
  id: 'internal.packQuizzes',
  service: 'quizzes',
  path: '/internal/packs/quizzes',
  summary: 'The quizzes and their files of an offline pack',
  response: partResponse(
    z.object({
      ...partVersion,
      quizzes: z.array(hashed),
      removed: z.array(id),
      // An instance from before quizzes had recordings does not send these.
      files: z.array(z.string()).default([]),
      removedFiles: z.array(z.string()).default([]),
    }),
  ),
});
