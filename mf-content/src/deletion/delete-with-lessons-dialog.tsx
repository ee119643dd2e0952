import { useApi, userMessageOf } from '@khmer-learning/console-sdk';
import { lessonsList } from '@khmer-learning/contracts';
import { DeleteDialog, Text } from '@khmer-learning/ui-kit';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { lessonKeys } from '../content-query-keys.ts';

interface DeleteWithLessonsDialogProps {
  /** As it stands in a sentence: `main lesson`. */
  itemType: string;
  itemName: string;
  /** Whose lessons go along. */
  lessonFilter: { mainLessonId: string } | { lessonTypeId: string };
  onConfirm: () => Promise<unknown>;
  /** What is said about a failure the server said nothing about. */
  failure: string;
  onClose: () => void;
}

/** Asks before something is deleted that takes its lessons along, and says how many (decisions, Content). */
export function DeleteWithLessonsDialog(props: DeleteWithLessonsDialogProps) {
  const { itemType, itemName, lessonFilter, onConfirm, failure, onClose } = props;
  const api = useApi();
  const query = { ...lessonFilter, limit: 1 };
  const count = useQuery({
    queryKey: [...lessonKeys.all, 'count', query],
    queryFn: ({ signal }) => api.call(lessonsList, { query }, { signal }),
    // Counted anew each time: others may have added lessons.
    staleTime: 0,
    gcTime: 0,
  });
  const total = count.isFetching ? undefined : count.data?.total;

  return (
    <DeleteDialog
      open
      onOpenChange={(open) => !open && onClose()}
      itemType={itemType}
      itemName={itemName}
      consequence={count.isError ? 'All its lessons will be deleted as well.' : describeCascade(total)}
      onConfirm={onConfirm}
      describeError={(error) => userMessageOf(error, failure)}
    />
  );
}

/* Only what goes is a warning. */
const renderMuted = (text: string) => (
  <Text as="span" muted>
    {text}
  </Text>
);

function describeCascade(lessons: number | undefined): ReactNode {
  if (lessons === undefined) return renderMuted('Counting its lessons...');
  if (lessons === 0) return renderMuted('It has no lessons.');
  return lessons === 1
    ? '1 lesson and its quizzes will be deleted as well.'
    : `${lessons} lessons and their quizzes will be deleted as well.`;
}
