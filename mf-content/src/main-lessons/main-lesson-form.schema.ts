import { type MainLesson, mainLessonBody } from '@khmer-learning/contracts';
import { z } from 'zod';
import { toCents } from './price.ts';

/** What the form holds while it is being filled in. `price` is in US dollars, as typed. */
export const mainLessonValues = z.object({
  free: z.boolean(),
  title: z.string(),
  description: z.string(),
  imageCover: z.string(),
  price: z.string(),
});
export type MainLessonValues = z.output<typeof mainLessonValues>;

/** The form's rules are the contract's. The price goes out in cents, and not at all when free. */
export const mainLessonForm = mainLessonValues
  .transform(
    (values): z.input<typeof mainLessonBody> => ({
      ...values,
      price: values.free ? undefined : toCents(values.price),
    }),
  )
  .pipe(mainLessonBody);
export type MainLessonOutput = z.output<typeof mainLessonForm>;

/** The form of a main lesson, or of a new one: free until told otherwise. */
export function mainLessonValuesOf(lesson: MainLesson | null): MainLessonValues {
  return {
    free: lesson?.free ?? true,
    title: lesson?.title ?? '',
    description: lesson?.description ?? '',
    imageCover: lesson?.imageCover ?? '',
    price: lesson?.price ? (lesson.price / 100).toFixed(2) : '',
  };
}
