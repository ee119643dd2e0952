import { userMessageOf } from '@khmer-learning/console-sdk';
import {
  Button,
  ChevronDownIcon,
  ChevronRightIcon,
  ErrorPanel,
  Skeleton,
  Stack,
} from '@khmer-learning/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Control } from 'react-hook-form';
import { useMessages } from '../messages/messages.ts';
import type { QuizFormValues } from '../quiz-form/quiz.fields.tsx';

interface TryAnswerProps {
  control: Control<QuizFormValues>;
  /** Index of the question. */
  index: number;
}

/** A question as learners see it, in which an author tries answers. Closed at first. */
export function TryAnswer(props: TryAnswerProps) {
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
      <div id={contentId}>{isOpen ? <LazyLearnerView {...props} /> : null}</div>
    </Stack>
  );
}

/** Loads the learner's view, with the drag-and-drop code, when it is first opened. */
function LazyLearnerView(props: TryAnswerProps) {
  const t = useMessages();
  const lazyModule = useQuery({
    queryKey: ['learner-view'],
    queryFn: async () => {
      const { LearnerView } = await import(/* webpackChunkName: "learner-view" */ './learner-view.tsx');
      return { LearnerView };
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
  return <lazyModule.data.LearnerView {...props} />;
}
