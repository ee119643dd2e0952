import { z } from 'zod';
import { lessonLevels } from '../content/lesson.ts';
import { endpoint } from '../core/endpoint.ts';
import { v1Envelope } from './content.ts';

/**
 * Number of published items. The gateway combines the totals of the public lists, so that they always agree, and
 * caches the result until one of them changes.
 */
export const v1Stats = endpoint({
  id: 'v1.stats',
  service: 'gateway',
  method: 'GET',
  path: '/api/v1/stats',
  access: 'apiKey',
  envelope: 'v1',
  summary: 'Number of published main lessons, lessons and quizzes',
  cacheInvalidatedBy: ['lesson', 'main-lesson', 'lesson-type', 'quiz'],
  response: v1Envelope(
    z.object({
      mainLessons: z.number().int(),
      lessons: z.number().int(),
      quizzes: z.number().int(),
      /** At least one of the numbers is an estimate. */
      isEstimate: z.literal(true).optional(),
      lessonsByLevel: z.object({
        [lessonLevels[0]]: z.number().int(),
        [lessonLevels[1]]: z.number().int(),
        [lessonLevels[2]]: z.number().int(),
      }),
    }),
  ),
});
