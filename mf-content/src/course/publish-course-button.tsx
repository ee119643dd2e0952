import { toCandidates, usePublishTogether, useRights } from '@khmer-learning/console-kit';
import type { MainLesson } from '@khmer-learning/contracts';
import { Button } from '@khmer-learning/ui-kit';
import { findChangesOfMainLesson } from '../main-lessons/main-lesson-changes.ts';
import { useMessages } from './messages/messages.ts';

/** Publishes a main lesson, its lessons and their quizzes as one act, which shows before what it contains. */
export function PublishCourseButton({ course }: { course: MainLesson }) {
  const t = useMessages();
  const { mayPublish, mayChange } = useRights();
  const { Dialog: PublishTogetherDialog, ...together } = usePublishTogether();
  if (!mayPublish || !mayChange(course.id)) return null;
  return (
    <>
      <Button variant="primary" loading={together.isOpening} onClick={together.open}>
        {t('coursePage.publish')}
      </Button>
      {PublishTogetherDialog === null ? null : (
        <PublishTogetherDialog
          chosen={toCandidates('main-lesson', [course])}
          findOffered={(api, signal) => findChangesOfMainLesson(api, course.id, signal)}
          selectsOffered
          onClose={together.close}
        />
      )}
    </>
  );
}
