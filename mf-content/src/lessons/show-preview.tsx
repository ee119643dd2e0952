import { lessonMessages } from '@khmer-learning/contracts';
import { isBlank } from '@khmer-learning/khmer-text';
import { Button, EyeIcon, toast } from '@khmer-learning/ui-kit';
import type { UseFormReturn } from 'react-hook-form';
import { useLessonTypes } from '../lesson-types/lesson-types.api.ts';
import { unknownType } from '../preview/previewed-lesson.ts';
import { useLessonPreview } from '../preview/use-lesson-preview.tsx';
import type { LessonOutput, LessonValues } from './lesson-form.schema.ts';

/** The lesson as it stands in the form. It has no id yet, or not this text. */
const unsaved = 0;

/** Shows the lesson of the form as learners will see it, once it has a title and a section (spec 4). */
export function ShowPreview({ form }: { form: UseFormReturn<LessonValues, unknown, LessonOutput> }) {
  const types = useLessonTypes();
  const preview = useLessonPreview();

  const show = () => {
    const { lessonTypeId, ...lesson } = form.getValues();
    if (isBlank(lesson.title)) {
      void form.trigger('title', { shouldFocus: true });
      return;
    }
    if (lesson.sections.length === 0) {
      toast.error(lessonMessages.sections);
      return;
    }
    const lessonType = types.data?.find(({ id }) => id === lessonTypeId) ?? unknownType;
    // A section in which nothing is written yet is none to a learner.
    const sections = lesson.sections.filter(({ title, content }) => !isBlank(title + content));
    preview.open(unsaved, () => ({ ...lesson, lessonType, sections }));
  };

  return (
    <>
      <Button icon={<EyeIcon aria-hidden="true" />} loading={preview.isOpening(unsaved)} onClick={show}>
        Show Preview
      </Button>
      {preview.dialog}
    </>
  );
}
