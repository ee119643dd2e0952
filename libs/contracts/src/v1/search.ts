import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import {
  enumFilter,
  exactFilter,
  listTotalFields,
  maxPageSize,
  pagingFields,
  requiredText,
  searchedForFields,
} from '../core/fields.ts';
import { v1QuizSummarySchema } from '../quizzes/quiz.ts';
import { v1LessonSummarySchema } from './content.ts';

/** Rows of each type in a search without `limit`. */
export const v1SearchPageSize = 20;

export const v1SearchKinds = ['lessons', 'quizzes'] as const;

/**
 * Searches lessons and quizzes by title and description, and by the contents that
 * the caller may read. The gateway combines the lists of both services; 503 while one of them is unavailable. `limit`
 * and `offset` apply to each type separately; `total` counts the matches of both. A search that finds nothing in either is
 * answered by the nearest words that the school has, which `searchedFor` names.
 */
export const v1Search = endpoint({
  id: 'v1.search',
  service: 'gateway',
  method: 'GET',
  path: '/api/v1/search',
  access: 'apiKey',
  envelope: 'v1',
  summary: 'Search published lessons and active quizzes',
  cacheInvalidatedBy: ['lesson', 'main-lesson', 'lesson-type', 'quiz'],
  query: z.object({
    q: requiredText('Search text is required'),
    type: enumFilter(v1SearchKinds),
    exact: exactFilter,
    limit: pagingFields.limit.pipe(z.number().max(maxPageSize).default(v1SearchPageSize)),
    offset: pagingFields.offset,
  }),
  response: z.object({
    success: z.literal(true),
    data: z.object({ lessons: z.array(v1LessonSummarySchema), quizzes: z.array(v1QuizSummarySchema) }),
    ...listTotalFields,
    ...searchedForFields,
  }),
});
