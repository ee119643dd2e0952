import { Button, Callout, Inline, Skeleton, Stack } from '@khmer-learning/ui-kit';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMessages } from '../messages/messages.ts';

/** The code of a part of a view, which `load` loads when the part is first shown. @param name that of the part */
export const useCode = <Code,>(name: string, load: () => Promise<Code>) =>
  useQuery({
    queryKey: [name],
    queryFn: load,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    // Loads the script without waiting for the browser to be online.
    networkMode: 'always',
  });

interface LazyPartProps<Code> {
  name: string;
  load: () => Promise<Code>;
  /** The title of the notice that offers to load it again. */
  failure: string;
  failureHint?: string;
  children: (code: Code) => ReactNode;
}

/** A part of a form whose code is loaded when it is first shown. */
export function LazyPart<Code>({ name, load, failure, failureHint, children }: LazyPartProps<Code>) {
  const t = useMessages();
  const { data, isPending, isFetching, refetch } = useCode(name, load);
  if (data !== undefined) return children(data);
  if (isPending) {
    return (
      <Stack gap={2} aria-busy="true">
        <Skeleton />
        <Skeleton />
      </Stack>
    );
  }
  return (
    <Callout tone="danger" announce title={failure}>
      <Inline justify="between">
        {failureHint}
        <Button size="small" loading={isFetching} onClick={() => void refetch()}>
          {t('action.tryAgain')}
        </Button>
      </Inline>
    </Callout>
  );
}
