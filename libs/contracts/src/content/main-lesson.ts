import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import {
  enumFilter,
  idParams,
  listTotalFields,
  pagingFields,
  requiredText,
  searchFilter,
  sortParam,
  uploadedFileNamePattern,
} from '../core/fields.ts';
import { choiceField, inputOf, storedOf, textField } from '../core/fields-of-items.ts';
import { itemContract, publishableItemFields, publishingContract } from '../core/item-contract.ts';
import { pendingStatuses } from '../core/schedules.ts';
import {
  contentStatuses,
  deletedWithLessonsResponse,
  lessonSummarySchema,
  moveBody,
  restoredWithLessonsFields,
} from './lesson.ts';

const service = 'content';
const session = { service, access: 'session' } as const;

/** The validation messages: clients and tests rely on their words. */
export const mainLessonMessages = {
  imageCover: 'Image cover is required',
  imageCoverFile: 'Image cover must be an uploaded file',
  title: 'Title is required',
  description: 'Description is required',
  price: 'Price is required',
  priceInvalid: 'Price must be a whole number of cents',
} as const;

/** Maximum price: one million US dollars, in cents. */
const maxPriceCents = 100_000_000;

/** The fields of a main lesson that people edit. */
export const mainLessonFields = {
  title: textField('Title', requiredText(mainLessonMessages.title)),
  description: textField('Description', requiredText(mainLessonMessages.description, 5000)),
  imageCover: textField(
    'Image cover',
    requiredText(mainLessonMessages.imageCover, 200).regex(
      uploadedFileNamePattern,
      mainLessonMessages.imageCoverFile,
    ),
  ),
  free: { name: 'Free', input: z.boolean('Free must be true or false'), stored: z.boolean() },
  /** Cents, USD. */
  price: {
    name: 'Price',
    input: z
      .number({ error: mainLessonMessages.priceInvalid })
      .int(mainLessonMessages.priceInvalid)
      .min(0, 'Price must be 0 or more')
      .max(maxPriceCents, 'Price is too high')
      .nullable()
      .optional(),
    stored: z.number().int().nullable(),
  },
  status: choiceField('Status', contentStatuses),
};

/** True when free, or when the price is above 0. */
export const hasPriceWhenPaid = (value: { free: boolean; price?: number | null | undefined }) =>
  value.free || (value.price ?? 0) > 0;

const input = inputOf(mainLessonFields);
const bodyFields = input.extend({
  free: input.shape.free.default(true),
  status: input.shape.status.default('draft'),
});
const priceRule = { path: ['price'], message: mainLessonMessages.price };

export const mainLessonBody = bodyFields.refine(hasPriceWhenPaid, priceRule);

/** No price rule here: only the service can check it, against the stored fields. */
const mainLessonPatch = input.partial();

const { free, price, status, ...texts } = storedOf(mainLessonFields);

export const mainLessonSchema = z.object({
  id: z.number().int(),
  ...texts,
  imageCoverUrl: z.string(),
  free,
  price,
  status,
  /** Sort key within the catalogue: ascending, ties by id. Only `mainLessons.move` changes it. */
  position: z.number(),
  ...publishableItemFields,
});
export type MainLesson = z.infer<typeof mainLessonSchema>;

/** Sort orders of main lessons: newest first (the default), or the catalogue order that learners see. */
export const mainLessonOrders = ['newest', 'catalogue'] as const;

/** What main lessons can be sorted by, instead of `order`; free ones cost least. */
export const mainLessonSorts = ['title', 'status', 'price', 'updatedAt'] as const;

const names = {
  service,
  entity: 'main-lesson',
  id: 'mainLessons',
  path: '/api/main-lessons',
  deletedPath: '/api/deleted-main-lessons',
  label: ['main lesson', 'main lessons'],
  created: 'Main Lesson',
} as const;

const mainLessonContents = bodyFields.omit({ status: true }).refine(hasPriceWhenPaid, priceRule);

const common = itemContract(names, {
  body: mainLessonBody,
  patch: mainLessonPatch,
  item: mainLessonSchema,
  restored: mainLessonSchema.extend(restoredWithLessonsFields),
  deleted: deletedWithLessonsResponse,
  // Events published before the catalogue had an order have no position.
  state: mainLessonSchema
    .omit({ version: true, imageCoverUrl: true, workingCopy: true, schedule: true, review: true })
    .extend({ position: z.number().optional() }),
});

export const mainLessons = {
  ...common,
  ...publishingContract(names, {
    contents: mainLessonContents,
    stored: z.object({ ...texts, free, price: price.optional() }),
    item: mainLessonSchema,
  }),

  /** The first clients use the singular path; the plural is an alias. */
  delete: endpoint({
    ...common.delete,
    path: '/api/main-lesson/:id',
    aliases: ['/api/main-lessons/:id'],
    summary: 'Delete a main lesson and its lessons',
  }),

  list: endpoint({
    ...session,
    id: 'mainLessons.list',
    method: 'GET',
    path: '/api/main-lessons',
    sharedByRole: true,
    summary: 'Main lessons, newest first or in catalogue order',
    query: z.object({
      status: enumFilter([...contentStatuses, ...pendingStatuses]),
      search: searchFilter,
      order: enumFilter(mainLessonOrders),
      sort: sortParam(mainLessonSorts),
      ...pagingFields,
    }),
    response: z.object({ mainLessons: z.array(mainLessonSchema), ...listTotalFields }),
  }),

  get: endpoint({
    ...session,
    id: 'mainLessons.get',
    method: 'GET',
    path: '/api/main-lessons/:id',
    sharedByRole: true,
    summary: 'One main lesson',
    params: idParams,
    response: mainLessonSchema,
  }),

  /** The lessons of a main lesson, sorted by position; with `counts=true`, with the counts of their words. */
  lessons: endpoint({
    ...session,
    id: 'mainLessons.lessons',
    method: 'GET',
    path: '/api/main-lessons-details/:id',
    summary: 'Lessons of a main lesson',
    params: idParams,
    query: z.object({ counts: enumFilter(['true']), ...pagingFields }),
    response: z.array(lessonSummarySchema),
  }),

  /**
   * Copies a main lesson and its lessons, in order, into drafts. The copy is titled `<title> (copy)` and is placed
   * directly after the original in the catalogue.
   */
  duplicate: endpoint({
    ...session,
    id: 'mainLessons.duplicate',
    method: 'POST',
    path: '/api/main-lessons/:id/duplicate',
    summary: 'Duplicate a main lesson and its lessons',
    params: idParams,
    response: mainLessonSchema,
    status: 201,
  }),

  /** Moves a main lesson within the catalogue. 400 when `afterId` is the main lesson itself. */
  move: endpoint({
    ...session,
    id: 'mainLessons.move',
    method: 'PATCH',
    path: '/api/main-lessons/:id/position',
    summary: 'Move a main lesson within the catalogue',
    params: idParams,
    body: moveBody,
    response: mainLessonSchema,
  }),
};

export const mainLessonEvent = mainLessons.event;
export const mainLessonWorkingCopyEvent = mainLessons.workingCopyEvent;
/** What a working copy of a main lesson has. */
export type MainLessonContents = z.output<typeof mainLessonContents>;
