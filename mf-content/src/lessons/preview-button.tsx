import type { LessonSummary } from '@khmer-learning/contracts';
import { EyeIcon, IconButton } from '@khmer-learning/ui-kit';
import { useLessonTypes } from '../lesson-types/lesson-types.api.ts';
import { unknownLessonType } from '../preview/previewed-lesson.ts';
import type { useLessonPreview } from '../preview/use-lesson-preview.tsx';
import { useFetchOpenedLesson } from './lessons.api.ts';

interface PreviewButtonProps {
  lesson: LessonSummary;
  preview: ReturnType<typeof useLessonPreview>;
}

/** Opens the preview of a lesson in a list. */
export function PreviewButton({ lesson, preview }: PreviewButtonProps) {
  const fetchLesson = useFetchOpenedLesson();
  const lessonTypes = useLessonTypes();
  const load = async () => {
    const { stored, edited } = await fetchLesson(lesson.id);
    if (edited === stored) return { lesson: stored };
    // A working copy names its type only by the id.
    const lessonType = lessonTypes.data?.find(({ id }) => id === edited.lessonTypeId) ?? unknownLessonType;
    return { lesson: { ...edited, lessonType }, published: stored };
  };
  return (
    <IconButton
      size="small"
      label={`Preview ${lesson.title}`}
      tooltip="Preview"
      icon={<EyeIcon aria-hidden="true" />}
      loading={preview.isOpening(lesson.id)}
      onClick={() => preview.open(lesson.id, load)}
    />
  );
}
