import { z } from 'zod';
import { lessonLevels, lessonTypeRefSchema } from '../content/lesson.ts';
import { endpoint } from '../core/endpoint.ts';
import {
  enumFilter,
  exactFilter,
  idFilter,
  idParams,
  isoDate,
  listTotalFields,
  searchedForFields,
  searchFilter,
  textFilter,
  v1PagingFields,
} from '../core/fields.ts';
import { recordingUrlsSchema } from '../core/recordings.ts';

const service = 'content';

/** Entities whose events invalidate the gateway's cached responses of these endpoints. */
const cacheInvalidatedBy = ['lesson', 'main-lesson', 'lesson-type'] as const;

/** Envelope of every successful `/api/v1` response. */
export const v1Envelope = <S extends z.ZodType>(data: S) => z.object({ success: z.literal(true), data });
/**
 * Envelope of a list; `total` is the number of all matches, not of the rows on the page. `nextCursor` is the `cursor`
 * of the next page; absent on the last page. A page of a search can have fewer rows than `limit` although there is a
 * next page, when the words are frequent and rarely meet.
 */
export const v1ListEnvelope = <S extends z.ZodType>(row: S) =>
  z.object({
    success: z.literal(true),
    data: z.array(row),
    ...listTotalFields,
    nextCursor: z.string().optional(),
  });

export const v1MainLessonSchema = z.object({
  id: z.number().int(),
  title: z.string(),
  description: z.string(),
  imageCoverUrl: z.string(),
  free: z.boolean(),
  /** Cents, USD; null when free. */
  price: z.number().int().nullable(),
  /** The same as `free`. */
  isFree: z.boolean(),
  /** Whether the caller may read its lessons: it is free, or the learner of the token owns it. */
  hasAccess: z.boolean(),
  /** The cover's file name, without `/uploads/`. */
  thumbnailUrl: z.string(),
  /** Number of its published lessons. */
  lessonCount: z.number().int(),
  /** Sorts the catalogue: ascending, ties by id. Not always a whole number, and with gaps. */
  order: z.number(),
  /** No lesson of it is published yet. */
  comingSoon: z.boolean(),
  createdAt: isoDate,
  updatedAt: isoDate,
});

/** A lesson without sections. `locked`: it belongs to a paid main lesson that the learner does not own. */
export const v1LessonSummarySchema = z.object({
  id: z.number().int(),
  mainLessonId: z.number().int(),
  lessonTypeId: z.number().int(),
  lessonType: lessonTypeRefSchema,
  title: z.string(),
  description: z.string(),
  level: z.enum(lessonLevels),
  image: z.string(),
  locked: z.boolean(),
  createdAt: isoDate,
  updatedAt: isoDate,
});

/** One vocabulary line; `phonemic` keeps its square brackets. */
export const vocabularyItemSchema = z.object({
  english: z.string(),
  phonemic: z.string(),
  khmer: z.string(),
  recordings: recordingUrlsSchema,
});

export const v1LessonSchema = v1LessonSummarySchema.extend({
  sections: z.array(
    z.object({
      title: z.string(),
      content: z.string(),
      html: z.string().nullable(),
      items: z.array(vocabularyItemSchema),
    }),
  ),
});

const common = { service, method: 'GET', access: 'apiKey', envelope: 'v1', cacheInvalidatedBy } as const;
const paging = z.object(v1PagingFields);

export const v1MainLessonsList = endpoint({
  ...common,
  id: 'v1.mainLessons.list',
  path: '/api/v1/main-lessons',
  summary: 'Published main lessons',
  query: paging,
  response: v1ListEnvelope(v1MainLessonSchema),
});

export const v1MainLessonsGet = endpoint({
  ...common,
  id: 'v1.mainLessons.get',
  path: '/api/v1/main-lessons/:id',
  summary: 'One published main lesson',
  params: idParams,
  response: v1Envelope(v1MainLessonSchema),
});

export const v1MainLessonsListLessons = endpoint({
  ...common,
  id: 'v1.mainLessons.lessons',
  path: '/api/v1/main-lessons/:id/lessons',
  summary: 'Published lessons of a main lesson',
  params: idParams,
  query: paging,
  response: v1ListEnvelope(v1LessonSummarySchema),
});

export const v1LessonsList = endpoint({
  ...common,
  id: 'v1.lessons.list',
  path: '/api/v1/lessons',
  summary: 'Published lessons',
  query: z.object({
    level: enumFilter(lessonLevels),
    type: textFilter,
    mainLessonId: idFilter,
    search: searchFilter,
    exact: exactFilter,
    ...v1PagingFields,
  }),
  response: v1ListEnvelope(v1LessonSummarySchema).extend(searchedForFields),
});

export const v1LessonsByLevel = endpoint({
  ...common,
  id: 'v1.lessons.byLevel',
  path: '/api/v1/lessons/level/:level',
  summary: 'Published lessons of a level',
  params: z.object({
    level: z
      .string()
      .transform((value, context) => {
        const level = lessonLevels.find((candidate) => candidate.toLowerCase() === value.toLowerCase());
        if (level) return level;
        context.addIssue({ code: 'custom', message: `Level must be one of: ${lessonLevels.join(', ')}` });
        return z.NEVER;
      })
      .meta({ enum: [...lessonLevels] }),
  }),
  query: paging,
  response: v1ListEnvelope(v1LessonSummarySchema),
});

/** The value of `locked` with which a locked lesson is answered with 403 (code `locked`) and not without sections. */
const refuseLocked = '403';

export const v1LessonsGet = endpoint({
  ...common,
  id: 'v1.lessons.get',
  path: '/api/v1/lessons/:id',
  summary: 'One published lesson with its sections',
  params: idParams,
  query: z.object({
    locked: z
      .string()
      .optional()
      .transform((value) => value === refuseLocked)
      .meta({ enum: [refuseLocked] }),
  }),
  response: v1Envelope(v1LessonSchema),
});
