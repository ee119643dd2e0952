import { lessonMessages } from '@khmer-learning/contracts';
import { isBlank } from '@khmer-learning/khmer-text';
import { Button, EyeIcon, toast } from '@khmer-learning/ui-kit';
import type { UseFormReturn } from 'react-hook-form';
import { useLessonTypes } from '../lesson-types/lesson-types.api.ts';
import { unknownLessonType } from '../preview/previewed-lesson.ts';
import { useLessonPreview } from '../preview/use-lesson-preview.tsx';
import type { LessonFormOutput, LessonFormValues } from './lesson-form.schema.ts';

/** Placeholder id for the form's unsaved lesson. */
const unsavedLessonId = 0;

/** Previews the form's lesson as learners will see it. Requires a title and at least one section (spec 4). */
export function FormPreviewButton({
  form,
}: {
  form: UseFormReturn<LessonFormValues, unknown, LessonFormOutput>;
}) {
  const types = useLessonTypes();
  const preview = useLessonPreview();

  const openPreview = () => {
    const { lessonTypeId, ...lesson } = form.getValues();
    if (isBlank(lesson.title)) {
      void form.trigger('title', { shouldFocus: true });
      return;
    }
    if (lesson.sections.length === 0) {
      toast.error(lessonMessages.sections);
      return;
    }
    const lessonType = types.data?.find(({ id }) => id === lessonTypeId) ?? unknownLessonType;
    // Empty sections are not previewed.
    const sections = lesson.sections.filter(({ title, content }) => !isBlank(title + content));
    preview.open(unsavedLessonId, () => ({ ...lesson, lessonType, sections }));
  };

  return (
    <>
      <Button
        icon={<EyeIcon aria-hidden="true" />}
        loading={preview.isOpening(unsavedLessonId)}
        onClick={openPreview}
      >
        Show Preview
      </Button>
      {preview.dialog}
    </>
  );
}
