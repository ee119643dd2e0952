import { type MainLesson, mainLessonBody } from '@khmer-learning/contracts';
import { z } from 'zod';
import { usdInputToCents } from './usd.ts';

/** What the form holds while it is being filled in. `price` is in US dollars, as typed. */
export const mainLessonValuesSchema = z.object({
  free: z.boolean(),
  title: z.string(),
  description: z.string(),
  imageCover: z.string(),
  price: z.string(),
});
export type MainLessonFormValues = z.output<typeof mainLessonValuesSchema>;

/** The form's rules are the contract's. The price goes out in cents, and not at all when free. */
export const mainLessonFormSchema = mainLessonValuesSchema
  .transform(
    (values): z.input<typeof mainLessonBody> => ({
      ...values,
      price: values.free ? undefined : usdInputToCents(values.price),
    }),
  )
  .pipe(mainLessonBody);
export type MainLessonFormOutput = z.output<typeof mainLessonFormSchema>;

/** The form of a main lesson, or of a new one: free until told otherwise. */
export function mainLessonDefaultValues(lesson: MainLesson | null): MainLessonFormValues {
  return {
    free: lesson?.free ?? true,
    title: lesson?.title ?? '',
    description: lesson?.description ?? '',
    imageCover: lesson?.imageCover ?? '',
    price: lesson?.price ? (lesson.price / 100).toFixed(2) : '',
  };
}
