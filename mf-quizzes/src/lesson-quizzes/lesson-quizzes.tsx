import { listErrorProps } from '@khmer-learning/console-kit';
import { type FormPanelProps, formatViewAddress, type RowActionProps } from '@khmer-learning/console-sdk';
import {
  Dialog,
  ErrorPanel,
  Inline,
  Skeleton,
  Stack,
  StatusBadge,
  Text,
  TextLink,
} from '@khmer-learning/ui-kit';
import { quizPageSize, useQuizzesOfLesson } from '../quizzes/quizzes.api.ts';

/** The quizzes of a lesson, as a panel of the lesson's form. */
export function LessonQuizzes({ item: lesson }: FormPanelProps) {
  const { data: quizzes, error, isFetching, refetch } = useQuizzesOfLesson(lesson.id);
  const failure = listErrorProps('Quizzes', error, refetch);
  if (failure !== undefined) return <ErrorPanel {...failure} retrying={isFetching} />;
  if (quizzes === undefined) return <Skeleton height="3rem" />;
  if (quizzes.length === 0) return <Text muted>This lesson has no quizzes.</Text>;
  return (
    <Stack gap={2}>
      {quizzes.map(({ id, title, status }) => (
        <Inline key={id} gap={2}>
          <TextLink href={formatViewAddress({ view: 'quizzes', list: undefined, item: id })}>
            {title}
          </TextLink>
          <StatusBadge status={status} />
        </Inline>
      ))}
      {quizzes.length < quizPageSize ? null : (
        <Text size="small" muted>
          {`Only the newest ${quizPageSize} quizzes are shown.`}
        </Text>
      )}
    </Stack>
  );
}

/** The quizzes of a lesson, as a dialog of the lessons' list. */
export function LessonQuizzesDialog({ item: lesson, onClose }: RowActionProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={lesson.name}
      description="Quizzes of this lesson"
    >
      <LessonQuizzes item={lesson} />
    </Dialog>
  );
}
