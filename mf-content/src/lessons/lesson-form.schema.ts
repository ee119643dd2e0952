import {
  type Lesson,
  lessonBody,
  lessonLevels,
  richTextOperationSchema,
  type Section,
} from '@khmer-learning/contracts';
import { z } from 'zod';

/** What the form holds while it is being filled in: 0 and '' stand for nothing chosen yet. */
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

/** The form's rules are the contract's. */
export const lessonFormSchema = lessonValuesSchema.pipe(lessonBody);
export type LessonFormOutput = z.output<typeof lessonFormSchema>;

/** A section as 'Add Section' makes it (spec 4). */
export const emptySection: Section = { title: '', content: '', html: null, ops: null };

/** The form of a lesson, or of a new one. */
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
