import {
  type Lesson,
  lessonBody,
  lessonLevels,
  richTextOperationSchema,
  type Section,
} from '@khmer-learning/contracts';
import { z } from 'zod';

/** The form's values. 0 and '' mean that nothing is selected yet. */
export const lessonValuesSchema = z.object({
  mainLessonId: z.number(),
  lessonTypeId: z.number(),
  title: z.string(),
  description: z.string(),
  level: z.enum([...lessonLevels, '']),
  image: z.string().optional(),
  sections: z.array(
    z.object({
      title: z.string(),
      content: z.string(),
      html: z.string().nullish(),
      ops: z.array(richTextOperationSchema).nullish(),
    }),
  ),
});
export type LessonFormValues = z.output<typeof lessonValuesSchema>;

/** Validates with the contract's schema. */
export const lessonFormSchema = lessonValuesSchema.pipe(lessonBody);
export type LessonFormOutput = z.output<typeof lessonFormSchema>;

/** The section that 'Add Section' creates (spec 4). */
export const emptySection: Section = { title: '', content: '', html: null, ops: null };

/** The form's initial values for a lesson; null for a new one. */
export function lessonDefaultValues(lesson: Lesson | null): LessonFormValues {
  return {
    mainLessonId: lesson?.mainLessonId ?? 0,
    lessonTypeId: lesson?.lessonTypeId ?? 0,
    title: lesson?.title ?? '',
    description: lesson?.description ?? '',
    level: lesson?.level ?? '',
    image: lesson?.image ?? '',
    sections: lesson === null || lesson.sections.length === 0 ? [emptySection] : lesson.sections,
  };
}
