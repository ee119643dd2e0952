import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { idParams, isoDate } from '../core/fields.ts';
import { lessonPatch } from './lesson.ts';

const service = 'content';

/** Limits of one edit of many lessons. */
export const lessonEditLimits = {
  lessons: 1_000,
  /** So many are saved in one transaction, unless they are large. */
  atOnce: 50,
  /** So many of the user's last ones are listed. */
  listed: 5,
} as const;

export const lessonEditMessages = {
  lessons: 'Choose lessons to edit',
  tooMany: `At most ${lessonEditLimits.lessons} lessons can be edited together`,
  twice: 'Each lesson can be edited once',
  nothing: 'Nothing is to be changed',
  refused: 'Nothing was changed: some lessons cannot be edited now',
  deleted: 'This lesson was deleted',
  hasWorkingCopy: 'This lesson has changes that are not published. Edit it in its form',
  failed: 'Nothing was changed because of an error. Try again later',
  tooManyOpen: 'Wait until an edit or an import is finished. At most 5 can be under way',
  notUndoable: 'This edit cannot be undone',
} as const;

const { title, description, lessonTypeId, level, mainLessonId } = lessonPatch.shape;

/** The fields that can be edited of many lessons. */
const editedFields = z.object({ title, description, lessonTypeId, level, mainLessonId });
export type LessonEditFields = z.output<typeof editedFields>;

/** What changes of a lesson, at the version that the user has seen. */
const lessonEdit = editedFields
  .extend({ id: z.number().int().positive(), version: z.number().int().positive() })
  .refine(
    ({ id: _id, version: _version, ...fields }) => Object.values(fields).some((value) => value !== undefined),
    lessonEditMessages.nothing,
  );

/**
 * - `applying`: the changes are being written
 * - `applied`: all are stored
 * - `undoing`: they are being taken back
 * - `undone`: the user has taken them back; `problem` names the lessons that stay changed
 * - `failed`: nothing is stored; `problem` gives the reason
 * - `stopped`: they could not be taken back; `undo` tries it again
 */
export const lessonEditStates = ['applying', 'applied', 'undoing', 'undone', 'failed', 'stopped'] as const;

const lessonEditsSchema = z.object({
  id: z.number().int(),
  state: z.enum(lessonEditStates),
  /** How many lessons are edited, and with how many the present state is through. */
  lessons: z.number().int(),
  done: z.number().int(),
  problem: z.string().nullable(),
  /** The titles of the lessons before the edit; cut off when they are long. */
  titles: z.string(),
  createdAt: isoDate,
});
/** Changes of many lessons that are stored together or not at all. */
export type LessonEdits = z.infer<typeof lessonEditsSchema>;

const path = '/api/lesson-edits';
const common = { service, access: 'session', response: lessonEditsSchema } as const;

/**
 * Edits of many lessons, each visible only to who made it.
 *
 * - `create`: stores all changes or none; of what is published, learners see them. 409 with an issue `edits.<index>` for each lesson
 *   that cannot be edited: it was changed since or has a working copy; 403 and 400 as a save. The answer may have the state
 *   `applying`: `get` tells the outcome
 * - `list`: the last ones that can be undone, or cancelled, the newest first
 * - `undo`: takes the changes back, of lessons that nobody has changed since; those of an edit under way, too. For 7 days
 */
export const lessonEdits = {
  create: endpoint({
    ...common,
    id: 'lessonEdits.create',
    method: 'POST',
    path,
    summary: 'Edit many lessons, all of them or none',
    body: z.object({
      edits: z
        .array(lessonEdit)
        .min(1, lessonEditMessages.lessons)
        .max(lessonEditLimits.lessons, lessonEditMessages.tooMany)
        .refine(
          (edits) => new Set(edits.map(({ id }) => id)).size === edits.length,
          lessonEditMessages.twice,
        ),
    }),
    bodyLimit: 4 * 1024 * 1024,
    status: 201,
  }),
  list: endpoint({
    ...common,
    id: 'lessonEdits.list',
    method: 'GET',
    path,
    summary: 'The last edits of many lessons that can be undone',
    response: z.object({ data: z.array(lessonEditsSchema) }),
  }),
  get: endpoint({
    ...common,
    id: 'lessonEdits.get',
    method: 'GET',
    path: `${path}/:id`,
    summary: 'State and progress of an edit of many lessons',
    params: idParams,
  }),
  undo: endpoint({
    ...common,
    id: 'lessonEdits.undo',
    method: 'POST',
    path: `${path}/:id/undo`,
    summary: 'Undo or cancel an edit of many lessons',
    params: idParams,
  }),
};
