import { foldText, trimInvisible } from '@khmer-learning/khmer-text';
import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import {
  idParams,
  isoDate,
  oneOf,
  pagingFields,
  requiredText,
  searchFilter,
  uploadedFileNamePattern,
} from '../core/fields.ts';
import { itemContract } from '../core/item-contract.ts';
import { deletedWithLessonsResponse, lessonSummarySchema, restoredWithLessonsFields } from './lesson.ts';

const service = 'content';

/** Icon of a lesson type that has none. */
export const defaultLessonTypeIcon = '📖';

export const iconModes = ['raw', 'file'] as const;

export const lessonTypeMessages = {
  icon: 'Icon is required',
  title: 'Title is required',
  iconFile: 'Icon must be an uploaded file',
  titleTaken: 'A lesson type with this title already exists',
  imagesPending:
    'The lessons of this lesson type are still getting the image of its last title. Try again in a moment',
  titleReserved: '“All” is a reserved title. Choose a different one',
} as const;

const fields = z.object({
  icon: requiredText(lessonTypeMessages.icon, 200),
  // In a list filter, `all` means no filter: see `textFilter`.
  title: requiredText(lessonTypeMessages.title, 200).refine(
    (title) => trimInvisible(foldText(title)) !== 'all',
    lessonTypeMessages.titleReserved,
  ),
  iconMode: oneOf('Icon mode', iconModes),
});

const iconIsFileName = (value: { icon?: string | undefined; iconMode?: string | undefined }) =>
  value.iconMode !== 'file' || value.icon === undefined || uploadedFileNamePattern.test(value.icon);
const iconRule = { path: ['icon'], message: lessonTypeMessages.iconFile };

export const lessonTypeBody = fields
  .extend({ iconMode: fields.shape.iconMode.default('raw') })
  .refine(iconIsFileName, iconRule);
const lessonTypePatch = fields.partial().refine(iconIsFileName, iconRule);

const lessonTypeSchema = z.object({
  id: z.number().int(),
  title: z.string(),
  icon: z.string(),
  iconMode: z.enum(iconModes),
  iconUrl: z.string().nullable(),
  version: z.number().int(),
  createdAt: isoDate,
  updatedAt: isoDate,
});
export type LessonType = z.infer<typeof lessonTypeSchema>;

const names = {
  service,
  entity: 'lesson-type',
  id: 'lessonTypes',
  path: '/api/lesson-type',
  deletedPath: '/api/deleted-lesson-types',
  label: ['lesson type', 'lesson types'],
} as const;

const common = itemContract(names, {
  body: lessonTypeBody,
  patch: lessonTypePatch,
  item: lessonTypeSchema,
  restored: lessonTypeSchema.extend(restoredWithLessonsFields),
  deleted: deletedWithLessonsResponse,
  state: lessonTypeSchema.omit({ version: true, iconUrl: true }),
});

/** A lesson type is never a draft. */
const permission = 'publish' as const;

export const lessonTypes = {
  ...common,
  create: { ...common.create, permission },
  update: { ...common.update, permission },
  versions: { ...common.versions, restore: { ...common.versions.restore, permission } },
  deleted: { ...common.deleted, restore: { ...common.deleted.restore, permission } },
  delete: { ...common.delete, permission, summary: 'Delete a lesson type and its lessons' },

  /** All lesson types, newest first, without paging. */
  list: endpoint({
    id: 'lessonTypes.list',
    service,
    method: 'GET',
    path: '/api/lesson-type',
    access: 'session',
    sharedByRole: true,
    summary: 'Lesson types',
    query: z.object({ search: searchFilter }),
    response: z.array(lessonTypeSchema),
  }),

  /** Returns the lessons of one type, not the type itself. */
  lessons: endpoint({
    id: 'lessonTypes.lessons',
    service,
    method: 'GET',
    path: '/api/lesson-type/:id',
    access: 'session',
    summary: 'Lessons of a lesson type',
    params: idParams,
    query: z.object(pagingFields),
    response: z.array(lessonSummarySchema),
  }),
};

export const lessonTypeEvent = lessonTypes.event;
