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
import { useMessages } from '../messages/messages.ts';
import { KindCounts } from '../quizzes/kind-counts.tsx';
import { quizPageSize, useQuizzesOfLesson } from '../quizzes/quizzes.api.ts';

/** The quizzes of a lesson, as a panel of the lesson's form. */
export function LessonQuizzes({ item: lesson }: FormPanelProps) {
  const t = useMessages();
  const { data: quizzes, error, isFetching, refetch } = useQuizzesOfLesson(lesson.id);
  const failure = listErrorProps(t('itemType.quizzesCapital'), error, refetch);
  if (failure !== undefined) return <ErrorPanel {...failure} retrying={isFetching} />;
  if (quizzes === undefined) return <Skeleton height="3rem" />;
  if (quizzes.length === 0) return <Text muted>{t('lessonQuizzes.empty')}</Text>;
  return (
    <Stack gap={2}>
      {quizzes.map(({ id, title, status, questions }) => (
        <Inline key={id} gap={2}>
          <TextLink href={formatViewAddress({ view: 'quizzes', list: undefined, item: id })}>
            {title}
          </TextLink>
          <StatusBadge status={status} />
          <KindCounts questions={questions} />
        </Inline>
      ))}
      {quizzes.length < quizPageSize ? null : (
        <Text size="small" muted>
          {t('lessonQuizzes.onlyNewest', { count: quizPageSize })}
        </Text>
      )}
    </Stack>
  );
}

/** The quizzes of a lesson, as a dialog of the lessons' list. */
export function LessonQuizzesDialog({ item: lesson, onClose }: RowActionProps) {
  const t = useMessages();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={lesson.name}
      description={t('lessonQuizzes.description')}
    >
      <LessonQuizzes item={lesson} />
    </Dialog>
  );
}
