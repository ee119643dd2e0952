import { Card, CardGrid, Skeleton, Stack, VisuallyHidden } from '@khmer-learning/ui-kit';

const skeletonKeys = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'] as const;

/** Placeholders shown while the first quizzes load. */
export function QuizCardSkeletons() {
  return (
    <CardGrid minColumnWidth="19rem" aria-busy="true">
      <VisuallyHidden role="status">Loading quizzes</VisuallyHidden>
      {skeletonKeys.map((skeletonKey) => (
        <Card key={skeletonKey}>
          <Stack gap={3}>
            <Skeleton width="60%" height="1rem" />
            <Skeleton />
            <Skeleton width="80%" />
            <Skeleton width="40%" />
          </Stack>
        </Card>
      ))}
    </CardGrid>
  );
}
