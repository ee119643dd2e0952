import { userMessageOf } from '@khmer-learning/console-sdk';
import { type LessonSummary, messages } from '@khmer-learning/contracts';
import { ConfirmDialog, ProgressBar, Stack, Text } from '@khmer-learning/ui-kit';
import { useState } from 'react';
import styled from 'styled-components';
import { useDeleteLessons } from './lessons.api.ts';

const Names = styled.ul`margin: 0; padding-left: 1.25rem; overflow-wrap: anywhere;`;

interface DeleteSelectedDialogProps {
  lessons: readonly LessonSummary[];
  onClose: () => void;
}

/** Asks before several lessons are deleted, and deletes them one by one. A failure leaves the rest to be tried again. */
export function DeleteSelectedDialog({ lessons, onClose }: DeleteSelectedDialogProps) {
  const [left, setLeft] = useState(lessons);
  const { mutateAsync, isPending } = useDeleteLessons((deletedId) =>
    setLeft((last) => last.filter(({ id }) => id !== deletedId)),
  );
  const done = lessons.length - left.length;
  const what = left.length === 1 ? 'this lesson' : `these ${left.length} lessons`;

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Confirm Deletion"
      description="This action cannot be undone."
      confirmLabel="Delete"
      confirmingLabel="Deleting..."
      dangerous
      onConfirm={() => mutateAsync(left.map(({ id }) => id))}
      describeError={(error) => userMessageOf(error, messages.lesson.deleteFailed)}
    >
      {isPending || done > 0 ? (
        <Stack gap={2}>
          <Text role="status">{`Deleted ${done} of ${lessons.length}`}</Text>
          <ProgressBar label="Deleted lessons" value={(done / lessons.length) * 100} />
        </Stack>
      ) : (
        <Text>
          {`Are you sure you want to delete ${what}? This will permanently remove all content and associated data.`}
        </Text>
      )}
      <Names>
        {left.map(({ id, title }) => (
          <li key={id}>{title}</li>
        ))}
      </Names>
    </ConfirmDialog>
  );
}
