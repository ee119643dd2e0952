import { OutlinedForm } from '@khmer-learning/console-kit';
import { Button, Callout, EyeIcon, Inline, Skeleton, Stack, useScreen } from '@khmer-learning/ui-kit';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMessages } from '../messages/messages.ts';
import { usePersonalChoice } from '../preview/use-personal-choice.ts';
import { LessonOutline } from './lesson-outline.tsx';

/** The narrowest screen with space for the preview as well. At 1440 px the fields keep 42rem and the preview has 26rem. */
const previewScreen = '(min-width: 88rem)';

/**
 * On a wide screen, the outline of the sections before the form's fields and, if there is space, the live preview after them. The
 * button switches the preview on and off, which this browser remembers for each person.
 *
 * @param savedId the lesson's id; undefined while it is new
 */
export function useWideLayout(savedId: number | undefined) {
  const t = useMessages();
  const canPreview = useScreen(previewScreen);
  const [choice, choose] = usePersonalChoice('lesson-form.live-preview', ['on', 'off']);
  const hasPreview = choice === 'on';
  return {
    toggle: canPreview ? (
      <Button
        size="small"
        variant={hasPreview ? 'secondary' : 'ghost'}
        aria-pressed={hasPreview}
        icon={<EyeIcon aria-hidden="true" />}
        onClick={() => choose(hasPreview ? 'off' : 'on')}
      >
        {t('label.livePreview')}
      </Button>
    ) : null,
    /** Must be inside the form's provider. */
    wrap: (fields: ReactNode) => (
      <OutlinedForm
        outline={(place) => <LessonOutline {...place} />}
        aside={
          canPreview && hasPreview
            ? (current) => <LazyLivePreview current={current} savedId={savedId} />
            : undefined
        }
      >
        {fields}
      </OutlinedForm>
    ),
  };
}

/** The live preview, whose code is loaded when it is first shown. */
function LazyLivePreview(props: { current: number; savedId: number | undefined }) {
  const t = useMessages();
  const preview = useQuery({
    queryKey: ['live-preview'],
    queryFn: async () => {
      const { LivePreview } = await import(
        /* webpackChunkName: "live-preview" */ '../preview/live-preview.tsx'
      );
      return { LivePreview };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    // Loads the script without waiting for the browser to be online.
    networkMode: 'always',
  });
  if (preview.data) return <preview.data.LivePreview {...props} />;
  if (preview.isPending) {
    return (
      <Stack gap={2} aria-busy="true">
        <Skeleton />
        <Skeleton />
      </Stack>
    );
  }
  return (
    <Callout tone="danger" title={t('wideLayout.notLoaded')}>
      <Inline>
        <Button size="small" loading={preview.isFetching} onClick={() => void preview.refetch()}>
          {t('action.tryAgain')}
        </Button>
      </Inline>
    </Callout>
  );
}
