import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { idParams, idsParam, pagingFields } from '../core/fields.ts';
import { learnerLimits } from '../users/learners.ts';

const courseSchema = z.object({
  id: z.number().int(),
  title: z.string(),
  /** Whether the learner owns it; otherwise it has one of the lessons that were asked for. */
  isOwned: z.boolean(),
  /** Those that learners can see, in order. */
  lessons: z.array(z.object({ id: z.number().int(), title: z.string() })),
});
/** A main lesson of a learner, with its lessons. */
export type LearnerCourse = z.infer<typeof courseSchema>;

/** The main lessons that a learner owns, and those that have some lessons: owned ones first, then by id. */
export const learnerCourses = endpoint({
  id: 'learners.courses',
  service: 'content',
  method: 'GET',
  path: '/api/learners/:id/courses',
  access: 'session',
  summary: "A learner's main lessons",
  params: idParams,
  query: z.object({
    lessonIds: idsParam(learnerLimits.lessonsPerCall, 'lessons').optional(),
    ...pagingFields,
  }),
  response: z.object({ courses: z.array(courseSchema), total: z.number().int() }),
});
