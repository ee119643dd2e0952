import { useApi, useApiMutation, userMessageOf } from '@khmer-learning/console-sdk';
import { type LessonSummary, type MainLesson, mainLessons } from '@khmer-learning/contracts';
import { Button, ConfirmDialog } from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { useMessages } from './messages/messages.ts';

interface PublishCourseButtonProps {
  course: MainLesson;
  lessons: readonly LessonSummary[];
}

/** Publishes a main lesson that is a draft, and says before what learners will see of it. Its own drafts stay drafts. */
export function PublishCourseButton({ course, lessons }: PublishCourseButtonProps) {
  const t = useMessages();
  const api = useApi();
  const [isAsking, setIsAsking] = useState(false);
  const failure = mainLessons.messages.updateFailed;
  const publishing = useApiMutation({
    call: ({ id, version }: MainLesson) =>
      api.call(mainLessons.update, { params: { id }, body: { status: 'published' } }, { version }),
    successMessage: mainLessons.messages.updated,
    failureMessage: failure,
    changes: ['main-lesson', 'lesson', 'quiz'],
    // The dialog says it.
    onError: () => true,
  });
  if (course.status !== 'draft') return null;
  const published = lessons.filter(({ status }) => status === 'published').length;
  return (
    <>
      <Button variant="primary" onClick={() => setIsAsking(true)}>
        {t('coursePage.publish')}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          open
          onOpenChange={setIsAsking}
          title={t('coursePage.publishQuestion')}
          description={t('coursePage.publishContents', { published, drafts: lessons.length - published })}
          confirmLabel={t('coursePage.publish')}
          onConfirm={() => publishing.mutateAsync(course)}
          describeError={(error) => userMessageOf(error, failure)}
        />
      ) : null}
    </>
  );
}
