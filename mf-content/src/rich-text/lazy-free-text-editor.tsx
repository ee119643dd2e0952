import { Button, Callout, Inline, Skeleton, Stack } from '@khmer-learning/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useMessages } from '../messages/messages.ts';
import type { FreeTextEditorProps } from './free-text-editor.tsx';

/** The editor, whose code is loaded when the first text is opened. */
export function LazyFreeTextEditor(props: FreeTextEditorProps) {
  const t = useMessages();
  const editor = useQuery({
    queryKey: ['free-text-editor'],
    queryFn: async () => {
      const { FreeTextEditor } = await import(
        /* webpackChunkName: "free-text-editor" */ './free-text-editor.tsx'
      );
      return { FreeTextEditor };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    // Loads the script without waiting for the browser to be online.
    networkMode: 'always',
  });
  if (editor.data) return <editor.data.FreeTextEditor {...props} />;
  if (editor.isPending) {
    return (
      <Stack gap={2} aria-busy="true">
        <Skeleton />
        <Skeleton />
      </Stack>
    );
  }
  return (
    <Callout tone="danger" announce title={t('freeTextEditor.notLoaded')}>
      <Inline justify="between">
        <span>{t('freeTextEditor.textSafe')}</span>
        <Button size="small" loading={editor.isFetching} onClick={() => void editor.refetch()}>
          {t('action.tryAgain')}
        </Button>
      </Inline>
    </Callout>
  );
}
