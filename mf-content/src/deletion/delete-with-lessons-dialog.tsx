import { useApi, userMessageOf } from '@khmer-learning/console-sdk';
import { type ListTotal, lessonsList } from '@khmer-learning/contracts';
import { DeleteDialog, formatTotal, Text } from '@khmer-learning/ui-kit';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { lessonKeys } from '../content-query-keys.ts';

interface DeleteWithLessonsDialogProps {
  /** Singular, lower case: `main lesson`. */
  itemType: string;
  itemName: string;
  /** Selects the lessons that are deleted with the item. */
  lessonFilter: { mainLessonId: string } | { lessonTypeId: string };
  onConfirm: () => Promise<unknown>;
  /** Message for a failure for which the server gave no message. */
  failure: string;
  onClose: () => void;
}

/** Confirms the deletion of an item with its lessons and shows their number (decisions, Content). */
export function DeleteWithLessonsDialog(props: DeleteWithLessonsDialogProps) {
  const { itemType, itemName, lessonFilter, onConfirm, failure, onClose } = props;
  const api = useApi();
  const query = { ...lessonFilter, limit: 1 };
  const count = useQuery({
    queryKey: [...lessonKeys.all, 'count', query],
    queryFn: ({ signal }) => api.call(lessonsList, { query }, { signal }),
    // Not cached: other users may have added lessons.
    staleTime: 0,
    gcTime: 0,
  });
  const counted = count.isFetching ? undefined : count.data;

  return (
    <DeleteDialog
      open
      onOpenChange={(open) => !open && onClose()}
      itemType={itemType}
      itemName={itemName}
      consequence={count.isError ? 'All its lessons will be deleted as well.' : describeCascade(counted)}
      onConfirm={onConfirm}
      describeError={(error) => userMessageOf(error, failure)}
    />
  );
}

/* Texts that do not announce a deletion are not shown as a warning. */
const renderMuted = (text: string) => (
  <Text as="span" muted>
    {text}
  </Text>
);

function describeCascade(counted: ListTotal | undefined): ReactNode {
  if (counted === undefined) return renderMuted('Counting its lessons...');
  if (counted.total === 0) return renderMuted('It has no lessons.');
  return counted.total === 1
    ? '1 lesson and its quizzes will be deleted as well.'
    : `${formatTotal(counted)} lessons and their quizzes will be deleted as well.`;
}
