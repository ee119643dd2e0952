import { userMessageOf } from '@khmer-learning/console-sdk';
import { ErrorPanel, Skeleton } from '@khmer-learning/ui-kit';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMessages } from '../messages/messages.ts';
import type { LearnerView } from './learner-view.tsx';
import type { QuizPlayer } from './quiz-player.tsx';

interface LazyLearnerViewProps {
  children: (views: { LearnerView: typeof LearnerView; QuizPlayer: typeof QuizPlayer }) => ReactNode;
}

/** Loads what learners see, with the code of its answers, when it is first opened. */
export function LazyLearnerView({ children }: LazyLearnerViewProps) {
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
