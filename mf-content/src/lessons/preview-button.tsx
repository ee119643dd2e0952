import type { LessonSummary } from '@khmer-learning/contracts';
import { EyeIcon, IconButton } from '@khmer-learning/ui-kit';
import type { useLessonPreview } from '../preview/use-lesson-preview.tsx';
import { useFetchLesson } from './lessons.api.ts';

interface PreviewButtonProps {
  lesson: LessonSummary;
  preview: ReturnType<typeof useLessonPreview>;
}

/** Opens the preview of a lesson in a list. */
export function PreviewButton({ lesson, preview }: PreviewButtonProps) {
  const fetchLesson = useFetchLesson();
  return (
    <IconButton
      size="small"
      label={`Preview ${lesson.title}`}
      tooltip="Preview"
      icon={<EyeIcon aria-hidden="true" />}
      loading={preview.isOpening(lesson.id)}
      onClick={() => preview.open(lesson.id, () => fetchLesson(lesson.id))}
    />
  );
}
