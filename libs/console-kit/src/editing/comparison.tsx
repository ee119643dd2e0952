import { userMessageOf } from '@khmer-learning/console-sdk';
import { Button, Callout, Inline, Skeleton, Stack } from '@khmer-learning/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';

/** Loads what is compared, together with the code that shows the differences. */
export function useComparison<Compared>(compare: () => Promise<Compared>) {
  return useQuery({
    queryKey: ['comparison', useId()],
    queryFn: async () => {
      const [{ FieldDifferences }, compared] = await Promise.all([
        import(/* webpackChunkName: "field-differences" */ './field-differences.tsx'),
        compare(),
      ]);
      return { FieldDifferences, compared };
    },
    gcTime: 0,
  });
}

interface ComparisonStatusProps {
  comparison: { error: Error | null; isPending: boolean; isFetching: boolean; refetch: () => unknown };
}

/** Says that a comparison is loading or could not be loaded. */
export function ComparisonStatus({ comparison }: ComparisonStatusProps) {
  const { error, isPending, isFetching, refetch } = comparison;
  return (
    <>
      {error === null ? null : (
        <Callout tone="danger" announce title="The differences could not be loaded">
          <Inline justify="between">
            <span>{userMessageOf(error, 'Something went wrong.')}</span>
            <Button size="small" loading={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          </Inline>
        </Callout>
      )}
      {isPending ? (
        <Stack gap={2} role="status" aria-label="Loading the differences">
          <Skeleton width="30%" />
          <Skeleton height="4rem" />
        </Stack>
      ) : null}
    </>
  );
}
