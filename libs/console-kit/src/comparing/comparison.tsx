import { userMessageOf } from '@khmer-learning/console-sdk';
import { Button, Callout, Inline, Skeleton, Stack, useLanguage } from '@khmer-learning/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useMessages } from '../messages/messages.ts';

/** Loads what is compared, together with the code that shows the differences; again in another language, because the labels are in it. */
export function useComparison<Compared>(compare: () => Promise<Compared>) {
  const { language } = useLanguage();
  return useQuery({
    queryKey: ['comparison', useId(), language],
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
  const t = useMessages();
  const { error, isPending, isFetching, refetch } = comparison;
  return (
    <>
      {error === null ? null : (
        <Callout tone="danger" announce title={t('comparison.failed')}>
          <Inline justify="between">
            <span>{userMessageOf(error, t('error.unknown'))}</span>
            <Button size="small" loading={isFetching} onClick={() => void refetch()}>
              {t('comparison.tryAgain')}
            </Button>
          </Inline>
        </Callout>
      )}
      {isPending ? (
        <Stack gap={2} role="status" aria-label={t('comparison.loading')}>
          <Skeleton width="30%" />
          <Skeleton height="4rem" />
        </Stack>
      ) : null}
    </>
  );
}
