import type { LessonSummary } from '@khmer-learning/contracts';
import { EyeIcon, IconButton } from '@khmer-learning/ui-kit';
import { useMessages } from '../messages/messages.ts';
import { useFetchPreview } from '../preview/use-fetch-preview.ts';
import type { useLessonPreview } from '../preview/use-lesson-preview.tsx';

interface PreviewButtonProps {
  lesson: LessonSummary;
  preview: ReturnType<typeof useLessonPreview>;
}

/** Opens the preview of a lesson in a list. */
export function PreviewButton({ lesson, preview }: PreviewButtonProps) {
  const t = useMessages();
  const fetchPreview = useFetchPreview();
  return (
    <IconButton
      size="small"
      label={t('previewButton.label', { title: lesson.title })}
      tooltip={t('action.preview')}
      icon={<EyeIcon aria-hidden="true" />}
      loading={preview.isOpening(lesson.id)}
      onClick={() => preview.open(lesson.id, () => fetchPreview(lesson.id), lesson.title)}
    />
  );
}
