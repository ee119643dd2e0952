import { useReturnToList } from '@khmer-learning/console-kit';
import { loadMessages, Skeleton, ViewBody } from '@khmer-learning/ui-kit';
import { lazy, Suspense } from 'react';
import type { LearnerPageProps } from './learner-page.tsx';

const LearnerPage = lazy(async () => {
  const page = await import(/* webpackChunkName: "learner-page" */ './learner-page.tsx');
  await loadMessages();
  return { default: page.LearnerPage };
});

/** The page of a learner, which is loaded with the first one. Whoever leaves it comes back to where they were in the list. */
export function LazyLearnerPage(props: LearnerPageProps) {
  useReturnToList();
  const loading = (
    <ViewBody>
      <Skeleton height="16rem" />
    </ViewBody>
  );
  return (
    <Suspense fallback={loading}>
      <LearnerPage key={props.id} {...props} />
    </Suspense>
  );
}
