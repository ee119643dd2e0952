import {
  type Lesson,
  lessonBody,
  lessonLevels,
  type Section,
  richTextOperationSchema,
} from '@khmer-learning/contracts';
import { z } from 'zod';

/** What the form holds while it is being filled in: 0 and '' stand for nothing chosen yet. */
export const lessonValues = z.object({
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
export type LessonValues = z.output<typeof lessonValues>;

/** The form's rules are the contract's. */
export const lessonForm = lessonValues.pipe(lessonBody);
export type LessonOutput = z.output<typeof lessonForm>;

/** A section as 'Add Section' makes it (spec 4). */
export const newSection: Section = { title: '', content: '', html: null, ops: null };

/** The form of a lesson, or of a new one. */
export function lessonValuesOf(lesson: Lesson | null): LessonValues {
  return {
    mainLessonId: lesson?.mainLessonId ?? 0,
    lessonTypeId: lesson?.lessonTypeId ?? 0,
    title: lesson?.title ?? '',
    description: lesson?.description ?? '',
    level: lesson?.level ?? '',
    image: lesson?.image ?? '',
    sections: lesson === null || lesson.sections.length === 0 ? [newSection] : lesson.sections,
  };
}
