import { useFormContext } from '@khmer-learning/console-kit';
import { userMessageOf } from '@khmer-learning/console-sdk';
import {
  Button,
  ChevronDownIcon,
  ChevronRightIcon,
  Dialog,
  ErrorPanel,
  PlayIcon,
  Skeleton,
  Stack,
} from '@khmer-learning/ui-kit';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useId, useState } from 'react';
import type { Control } from 'react-hook-form';
import { useMessages } from '../messages/messages.ts';
import { isEmptyQuestion, type QuestionFormValues } from '../quiz-form/question-values.ts';
import type { QuizFormValues } from '../quiz-form/quiz.fields.tsx';
import type { LearnerView } from './learner-view.tsx';
import type { QuizPlayer } from './quiz-player.tsx';

/** A question as learners see it, in which an author tries answers. Closed at first. */
export function TryAnswer(props: { control: Control<QuizFormValues>; index: number }) {
  const t = useMessages();
  const [isOpen, setOpen] = useState(false);
  const contentId = useId();
  const Chevron = isOpen ? ChevronDownIcon : ChevronRightIcon;
  return (
    <Stack gap={3}>
      <div>
        <Button
          variant="ghost"
          size="small"
          icon={<Chevron aria-hidden="true" />}
          aria-expanded={isOpen}
          aria-controls={contentId}
          onClick={() => setOpen(!isOpen)}
        >
          {t('tryAnswer.label')}
        </Button>
      </div>
      <div id={contentId}>
        {isOpen ? <LazyLearnerView>{({ LearnerView }) => <LearnerView {...props} />}</LazyLearnerView> : null}
      </div>
    </Stack>
  );
}

interface LazyLearnerViewProps {
  children: (views: { LearnerView: typeof LearnerView; QuizPlayer: typeof QuizPlayer }) => ReactNode;
}

/** Loads what learners see, with the code of its answers, when it is first opened. */
function LazyLearnerView({ children }: LazyLearnerViewProps) {
  const t = useMessages();
  const lazyModule = useQuery({
    queryKey: ['learner-view'],
    queryFn: async () => {
      const [view, player] = await Promise.all([
        import(/* webpackChunkName: "learner-view" */ './learner-view.tsx'),
        import(/* webpackChunkName: "learner-view" */ './quiz-player.tsx'),
      ]);
      return { LearnerView: view.LearnerView, QuizPlayer: player.QuizPlayer };
    },
    gcTime: Number.POSITIVE_INFINITY,
  });
  if (lazyModule.error !== null) {
    return (
      <ErrorPanel
        title={t('tryAnswer.notLoaded')}
        message={userMessageOf(lazyModule.error, t('tryAnswer.notLoadedHint'))}
        retrying={lazyModule.isFetching}
        onRetry={() => void lazyModule.refetch()}
      />
    );
  }
  if (lazyModule.data === undefined) {
    return (
      <div role="status" aria-label={t('tryAnswer.loading')}>
        <Skeleton height="4rem" />
      </div>
    );
  }
  return children(lazyModule.data);
}

/** The button that plays the quiz as it stands in the form, without questions in which nothing is written. */
export function PlayQuiz() {
  const t = useMessages();
  const { getValues } = useFormContext<QuizFormValues>();
  const [played, setPlayed] = useState<readonly QuestionFormValues[] | null>(null);
  return (
    <>
      <Button
        icon={<PlayIcon aria-hidden="true" />}
        onClick={() => setPlayed(getValues('questions').filter((question) => !isEmptyQuestion(question)))}
      >
        {t('quizPlayer.open')}
      </Button>
      {played === null ? null : (
        <Dialog
          open
          onOpenChange={() => setPlayed(null)}
          title={t('quizPlayer.open')}
          description={t('quizPlayer.hint')}
        >
          {played.length === 0 ? (
            t('quizPlayer.empty')
          ) : (
            <LazyLearnerView>{({ QuizPlayer }) => <QuizPlayer values={played} />}</LazyLearnerView>
          )}
        </Dialog>
      )}
    </>
  );
}
