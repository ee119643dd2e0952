import { listErrorProps, PublishStatus } from '@khmer-learning/console-kit';
import {
  type FormPanelProps,
  formatViewAddress,
  type RowActionProps,
  useNavigation,
} from '@khmer-learning/console-sdk';
import { Button, Dialog, ErrorPanel, Inline, Skeleton, Stack, Text, TextLink } from '@khmer-learning/ui-kit';
import { useMessages } from '../messages/messages.ts';
import type { QuizPreset } from '../quiz-form/quiz.fields.tsx';
import { KindCounts } from '../quizzes/kind-counts.tsx';
import { quizPageSize, useQuizzesOfLesson } from '../quizzes/quizzes.api.ts';

export function LessonQuizzes({ item: lesson }: FormPanelProps) {
  const t = useMessages();
  const { data: quizzes, error, isFetching, refetch } = useQuizzesOfLesson(lesson.id);
  const failure = listErrorProps(t('itemType.quizzesCapital'), error, refetch);
  if (failure !== undefined) return <ErrorPanel {...failure} retrying={isFetching} />;
  if (quizzes === undefined) return <Skeleton height="3rem" />;
  if (quizzes.length === 0) return <NoQuizzes lessonId={lesson.id} />;
  return (
    <Stack gap={2}>
      {quizzes.map((quiz) => (
        <Inline key={quiz.id} gap={2}>
          <TextLink href={formatViewAddress({ view: 'quizzes', list: undefined, item: quiz.id })}>
            {quiz.title}
          </TextLink>
          <PublishStatus item={quiz} inline />
          <KindCounts questions={quiz.questions} />
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

function NoQuizzes({ lessonId }: { lessonId: number }) {
  const t = useMessages();
  const { openView } = useNavigation();
  const create = (generates: boolean) => {
    const preset: QuizPreset = { lessonId, generates };
    void openView('quizzes', { intent: 'create', preset });
  };
  return (
    <Stack gap={3}>
      <Text muted>{t('lessonQuizzes.empty')}</Text>
      <Inline>
        <Button variant="primary" onClick={() => create(true)}>
          {t('action.generate')}
        </Button>
        <Button onClick={() => create(false)}>{t('lessonQuizzes.create')}</Button>
      </Inline>
    </Stack>
  );
}

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
