import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { integerParam } from '../core/fields.ts';
import { v1ReviewCardSchema } from './progress.ts';

/** What a school decides about spaced repetition (docs/decisions/quizzes-and-learners.md#schedules-of-cards). */
export const reviewParametersBody = z.object({
  /** The share of cards that learners are to know when they see them again. */
  desiredRetention: z
    .number({ error: 'Enter a share from 70 to 97 %' })
    .min(0.7, 'Enter a share from 70 to 97 %')
    .max(0.97, 'Enter a share from 70 to 97 %'),
  /** The longest time until a card is shown again. */
  maximumIntervalDays: z
    .number({ error: 'Enter 1 to 3,650 days' })
    .int('Enter 1 to 3,650 days')
    .min(1, 'Enter 1 to 3,650 days')
    .max(3_650, 'Enter 1 to 3,650 days'),
});

/** The parameters of a school that has saved none. */
export const defaultReviewParameters = { desiredRetention: 0.9, maximumIntervalDays: 365, version: 0 };

export const reviewParametersSchema = z.object({
  desiredRetention: z.number(),
  maximumIntervalDays: z.number().int(),
  /** 0 until they are first saved. */
  version: z.number().int(),
});
export type ReviewParameters = z.infer<typeof reviewParametersSchema>;

const parameters = { service: 'users', path: '/api/review-parameters', access: 'admin' } as const;

export const reviewParametersGet = endpoint({
  ...parameters,
  id: 'reviewParameters.get',
  method: 'GET',
  summary: 'The school’s parameters of spaced repetition',
  response: reviewParametersSchema,
});

/** A card follows new parameters from its next review on. */
export const reviewParametersUpdate = endpoint({
  ...parameters,
  id: 'reviewParameters.update',
  method: 'PUT',
  summary: 'Set the school’s parameters of spaced repetition',
  body: reviewParametersBody,
  response: reviewParametersSchema,
});

/**
 * The learner's cards that are due, those that have been for longest first, by the reviews that `PUT /api/v1/progress` brought.
 * They are the cards' names alone: what they show, and whether the learner may see it, is in the calls of content.
 */
export const v1ReviewsDue = endpoint({
  service: 'users',
  envelope: 'v1',
  access: 'learner',
  id: 'v1.reviews.due',
  method: 'GET',
  path: '/api/v1/reviews/due',
  summary: 'The learner’s cards that are due',
  query: z.object({
    limit: integerParam(z.number('limit must be a number').int().min(1).max(200)).default(50),
    before: z.iso
      .datetime({ offset: true, error: 'before must be a date and time in ISO 8601 with a time zone' })
      .optional(),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.array(v1ReviewCardSchema),
    /** Number of all due cards. */
    total: z.number().int(),
    /** By which an app computes further schedules. */
    parameters: reviewParametersSchema,
  }),
});
