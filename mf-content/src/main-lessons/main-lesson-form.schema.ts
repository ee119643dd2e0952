import { type MainLesson, mainLessonBody } from '@khmer-learning/contracts';
import { z } from 'zod';
import { usdInputToCents } from './usd.ts';

/** The form's values. `price` is in US dollars, as typed. */
export const mainLessonValuesSchema = z.object({
  free: z.boolean(),
  title: z.string(),
  description: z.string(),
  imageCover: z.string(),
  price: z.string(),
});
export type MainLessonFormValues = z.output<typeof mainLessonValuesSchema>;

/** Validates with the contract's schema. Outputs the price in cents, or undefined if the main lesson is free. */
export const mainLessonFormSchema = mainLessonValuesSchema
  .transform(
    (values): z.input<typeof mainLessonBody> => ({
      ...values,
      price: values.free ? undefined : usdInputToCents(values.price),
    }),
  )
  .pipe(mainLessonBody);
export type MainLessonFormOutput = z.output<typeof mainLessonFormSchema>;

/** The form's initial values for a main lesson; null for a new one, which is free by default. */
export function mainLessonDefaultValues(lesson: MainLesson | null): MainLessonFormValues {
  return {
    free: lesson?.free ?? true,
    title: lesson?.title ?? '',
    description: lesson?.description ?? '',
    imageCover: lesson?.imageCover ?? '',
    price: lesson?.price ? (lesson.price / 100).toFixed(2) : '',
  };
}
