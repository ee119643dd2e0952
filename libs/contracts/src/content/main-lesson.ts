import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { eventDefinition } from '../core/event.ts';
import {
  enumFilter,
  idParams,
  isoDate,
  pagingFields,
  requiredText,
  searchFilter,
  uploadedFileNamePattern,
} from '../core/fields.ts';
import { contentStatuses, deletedWithLessonsResponse, lessonSummarySchema, moveBody } from './lesson.ts';

const service = 'content';

/** Validation messages of spec 5, word for word. */
export const mainLessonMessages = {
  imageCover: 'Image cover is required',
  imageCoverFile: 'Image cover must be an uploaded file',
  title: 'Title is required',
  description: 'Description is required',
  price: 'Price is required',
  priceInvalid: 'Price must be a whole number of cents',
} as const;

/** The highest price: one million US dollars, in cents. */
export const maxPriceCents = 100_000_000;

const fields = z.object({
  title: requiredText(mainLessonMessages.title),
  description: requiredText(mainLessonMessages.description, 5000),
  imageCover: requiredText(mainLessonMessages.imageCover, 200).regex(
    uploadedFileNamePattern,
    mainLessonMessages.imageCoverFile,
  ),
  free: z.boolean(),
  /** Cents, USD. */
  price: z
    .number({ error: mainLessonMessages.priceInvalid })
    .int(mainLessonMessages.priceInvalid)
    .min(0, 'Price must be 0 or more')
    .max(maxPriceCents, 'Price is too high')
    .nullable()
    .optional(),
  status: z.enum(contentStatuses),
});

/** Paid needs a price above 0 (spec 5). */
export const hasPriceWhenPaid = (value: { free: boolean; price?: number | null | undefined }) =>
  value.free || (value.price ?? 0) > 0;

export const mainLessonBody = fields
  .extend({ free: fields.shape.free.default(true), status: fields.shape.status.default('draft') })
  .refine(hasPriceWhenPaid, { path: ['price'], message: mainLessonMessages.price });

/** Whether a changed main lesson still has its price is the service's to say: it knows the stored half. */
export const mainLessonPatch = fields.partial();

export const mainLessonSchema = z.object({
  id: z.number().int(),
  title: z.string(),
  description: z.string(),
  imageCover: z.string(),
  imageCoverUrl: z.string(),
  free: z.boolean(),
  price: z.number().int().nullable(),
  status: z.enum(contentStatuses),
  /** Where it stands in the catalogue: lower first, equal ones by id. Only `mainLessons.move` changes it. */
  position: z.number(),
  version: z.number().int(),
  createdAt: isoDate,
  updatedAt: isoDate,
});
export type MainLesson = z.infer<typeof mainLessonSchema>;

/** How a list of main lessons may be ordered: the newest first unless told, or as learners see the catalogue. */
export const mainLessonOrders = ['newest', 'catalogue'] as const;

export const mainLessonsList = endpoint({
  id: 'mainLessons.list',
  service,
  method: 'GET',
  path: '/api/main-lessons',
  access: 'session',
  summary: 'Main lessons, newest first unless asked in the order of the catalogue',
  query: z.object({
    status: enumFilter(contentStatuses),
    search: searchFilter,
    order: enumFilter(mainLessonOrders),
    ...pagingFields,
  }),
  response: z.object({ mainLessons: z.array(mainLessonSchema), total: z.number().int() }),
});

export const mainLessonsGet = endpoint({
  id: 'mainLessons.get',
  service,
  method: 'GET',
  path: '/api/main-lessons/:id',
  access: 'session',
  summary: 'One main lesson',
  params: idParams,
  response: mainLessonSchema,
});

/** The lessons in a main lesson (spec 7.8), by their position. */
export const mainLessonsListLessons = endpoint({
  id: 'mainLessons.lessons',
  service,
  method: 'GET',
  path: '/api/main-lessons-details/:id',
  access: 'session',
  summary: 'Lessons of a main lesson',
  params: idParams,
  query: z.object(pagingFields),
  response: z.array(lessonSummarySchema),
});

export const mainLessonsCreate = endpoint({
  id: 'mainLessons.create',
  service,
  method: 'POST',
  path: '/api/main-lessons',
  access: 'session',
  summary: 'Create a main lesson',
  body: mainLessonBody,
  response: mainLessonSchema,
  status: 201,
});

export const mainLessonsUpdate = endpoint({
  id: 'mainLessons.update',
  service,
  method: 'PATCH',
  path: '/api/main-lessons/:id',
  access: 'session',
  summary: 'Change a main lesson',
  params: idParams,
  body: mainLessonPatch,
  response: mainLessonSchema,
});

/** The spec calls the singular path; the plural means the same (decisions, HTTP). */
export const mainLessonsDelete = endpoint({
  id: 'mainLessons.delete',
  service,
  method: 'DELETE',
  path: '/api/main-lesson/:id',
  aliases: ['/api/main-lessons/:id'],
  access: 'session',
  summary: 'Delete a main lesson and its lessons',
  params: idParams,
  response: deletedWithLessonsResponse,
});

/**
 * Makes a draft of its own from a main lesson, right after it in the catalogue, titled `<title> (copy)`, with
 * copies of its lessons as drafts, in their order.
 */
export const mainLessonsDuplicate = endpoint({
  id: 'mainLessons.duplicate',
  service,
  method: 'POST',
  path: '/api/main-lessons/:id/duplicate',
  access: 'session',
  summary: 'Duplicate a main lesson and its lessons',
  params: idParams,
  response: mainLessonSchema,
  status: 201,
});

/** Moves a main lesson within the catalogue. The main lesson itself as `afterId`: 400. */
export const mainLessonsMove = endpoint({
  id: 'mainLessons.move',
  service,
  method: 'PATCH',
  path: '/api/main-lessons/:id/position',
  access: 'session',
  summary: 'Move a main lesson within the catalogue',
  params: idParams,
  body: moveBody,
  response: mainLessonSchema,
});

export const mainLessonEvent = eventDefinition({
  service,
  entity: 'main-lesson',
  // Events older than the order of the catalogue carry no position.
  state: mainLessonSchema
    .omit({ version: true, imageCoverUrl: true })
    .extend({ position: z.number().optional() }),
});
