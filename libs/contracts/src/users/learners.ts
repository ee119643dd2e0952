import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import {
  idParams,
  isoDate,
  listTotalFields,
  maxPageSize,
  messageResponse,
  pagingFields,
  requiredText,
  searchFilter,
  serialId,
} from '../core/fields.ts';
import { versionUserSchema } from '../core/versions.ts';

const service = 'users';
const session = { service, access: 'session' } as const;

/** Limits of what staff see and write about a learner. */
export const learnerLimits = {
  /** Lessons with progress that are read, and lessons that one call of `learnerCourses` takes. */
  lessons: 1_000,
  lessonsPerCall: 300,
  /** Characters of a note, and notes about one learner: as many as a page has. */
  note: 2_000,
  notes: maxPageSize,
} as const;

export const learnerMessages = {
  note: 'Note is required',
  tooManyNotes: `There are ${learnerLimits.notes} notes. Delete one of them first`,
  notYours: 'Only its author or an admin can delete this note',
  noteDeleted: 'The note was deleted',
} as const;

const learnerSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  isActive: z.boolean(),
  /** The last day with progress, in `TIME_ZONE`; null without any. */
  lastActiveDay: z.string().nullable(),
});
/** A learner as all staff see one: without the address. */
export type ListedLearner = z.infer<typeof learnerSchema>;

const lessonProgressSchema = z.object({
  lessonId: z.number().int(),
  openedAt: isoDate.nullable(),
  finishedAt: isoDate.nullable(),
});
/** What a learner has done with a lesson. */
export type LessonProgress = z.infer<typeof lessonProgressSchema>;

const noteSchema = z.object({
  id: z.number().int(),
  text: z.string(),
  author: versionUserSchema,
  createdAt: isoDate,
});
/** A text of staff about a learner. Learners never see it. */
export type LearnerNote = z.infer<typeof noteSchema>;

const path = '/api/learners/:id/notes';

export const learners = {
  /** Learners by name. A search finds the beginnings of words of the names alone: the address must not be found out. */
  list: endpoint({
    ...session,
    id: 'learners.list',
    method: 'GET',
    path: '/api/learners',
    summary: 'Learners, by name',
    query: z.object({ search: searchFilter, ...pagingFields }),
    response: z.object({ learners: z.array(learnerSchema), ...listTotalFields }),
  }),
  /** 404 also for staff. `isComplete` is false for a learner with more lessons than `learnerLimits.lessons`. */
  get: endpoint({
    ...session,
    id: 'learners.get',
    method: 'GET',
    path: '/api/learners/:id',
    summary: 'A learner and the progress in lessons',
    params: idParams,
    response: learnerSchema.extend({ lessons: z.array(lessonProgressSchema), isComplete: z.boolean() }),
  }),
  /** Sign-ins of apps that can still get new tokens, and devices that have sent progress, the last used first. */
  sessions: endpoint({
    id: 'learners.sessions',
    service,
    method: 'GET',
    path: '/api/learners/:id/sessions',
    access: 'admin',
    summary: "A learner's sessions and devices",
    params: idParams,
    response: z.object({
      sessions: z.array(z.object({ lastUsedAt: isoDate, expiresAt: isoDate })),
      devices: z.array(z.object({ lastUsedAt: isoDate })),
    }),
  }),
  notes: endpoint({
    ...session,
    id: 'learners.notes',
    method: 'GET',
    path,
    summary: 'Notes about a learner, newest first',
    params: idParams,
    query: z.object(pagingFields),
    response: z.object({ notes: z.array(noteSchema), total: z.number().int() }),
  }),
  /** 409 beyond `learnerLimits.notes`. */
  addNote: endpoint({
    ...session,
    id: 'learners.addNote',
    method: 'POST',
    path,
    summary: 'Write a note about a learner',
    params: idParams,
    body: z.object({ text: requiredText(learnerMessages.note, learnerLimits.note) }),
    response: noteSchema,
    status: 201,
  }),
  /** 403 for a teacher who did not write it. */
  deleteNote: endpoint({
    ...session,
    id: 'learners.deleteNote',
    method: 'DELETE',
    path: `${path}/:noteId`,
    summary: 'Delete a note about a learner',
    params: idParams.extend({ noteId: serialId }),
    response: messageResponse,
  }),
};
