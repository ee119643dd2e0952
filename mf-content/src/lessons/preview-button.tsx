import type { LessonSummary } from '@khmer-learning/contracts';
import { EyeIcon, IconButton } from '@khmer-learning/ui-kit';
import { useMessages } from '../messages/messages.ts';
import type { useLessonPreview } from '../preview/use-lesson-preview.tsx';

interface PreviewButtonProps {
  lesson: LessonSummary;
  preview: ReturnType<typeof useLessonPreview>;
}

export function PreviewButton({ lesson, preview }: PreviewButtonProps) {
  const t = useMessages();
  return (
    <IconButton
      size="small"
      label={t('previewButton.label', { title: lesson.title })}
      tooltip={t('action.preview')}
      icon={<EyeIcon aria-hidden="true" />}
      loading={preview.isOpening(lesson.id)}
      onClick={() => preview.open(lesson)}
    />
  );
}
