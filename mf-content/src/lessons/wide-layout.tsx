import { Button, Callout, EyeIcon, Inline, Skeleton, Stack, space, useScreen } from '@khmer-learning/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import styled from 'styled-components';
import { useMessages } from '../messages/messages.ts';
import { usePersonalChoice } from '../preview/use-personal-choice.ts';
import { LessonOutline } from './lesson-outline.tsx';

/** The narrowest screen with space for the outline beside the fields. */
const outlineScreen = '(min-width: 80rem)';
/** The narrowest screen with space for the preview as well. At 1440 px the fields keep 42rem and the preview has 26rem. */
const previewScreen = '(min-width: 88rem)';

/* The dialog limits its content to 60rem. This uses the whole dialog, up to a limit of its own. The form's head and foot
   take about 11rem of the screen's height. */
const Columns = styled.div`
  --columns-width: min(100vw - 4rem - var(--kl-side-panel, 0rem), 112rem);
  --preview-height: calc(100dvh - 13rem);
  @media ${outlineScreen} {
    display: grid;
    grid-template-columns: 13rem minmax(0, 60rem);
    justify-content: center;
    align-items: start;
    gap: ${space(6)};
    margin-inline: calc((60rem - var(--columns-width)) / 2);
    &[data-preview] { grid-template-columns: 13rem minmax(0, 1.6fr) minmax(0, 1fr); }
    /* A panel beside the form takes the place of the preview. */
    [data-body]:has([data-side-panel]) & { grid-template-columns: 13rem minmax(0, 60rem); }
    [data-body]:has([data-side-panel]) &[data-preview] > :last-child { display: none; }
  }
`;

const Fields = styled.div`min-width: 0;`;

const Aside = styled.div`
  position: sticky;
  top: 0;
  min-width: 0;
  max-height: var(--preview-height);
  overflow-y: auto;
  overscroll-behavior: contain;
`;

/**
 * On a wide screen, the outline of the sections before the form's fields and, if there is space, the live preview after them. The
 * button switches the preview on and off, which this browser remembers for each person.
 *
 * @param savedId the lesson's id; undefined while it is new
 */
export function useWideLayout(savedId: number | undefined) {
  const t = useMessages();
  const hasOutline = useScreen(outlineScreen);
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
        {t('wideLayout.livePreview')}
      </Button>
    ) : null,
    /** Must be inside the form's provider. */
    wrap: (fields: ReactNode) => (
      <WideLayout wide={hasOutline} preview={canPreview && hasPreview} savedId={savedId}>
        {fields}
      </WideLayout>
    ),
  };
}

interface WideLayoutProps {
  wide: boolean;
  preview: boolean;
  savedId: number | undefined;
  children: ReactNode;
}

/* The fields keep their element when the screen's width changes, so that they keep their state. */
function WideLayout({ wide, preview, savedId, children }: WideLayoutProps) {
  const fields = useRef<HTMLDivElement>(null);
  const current = useCurrentPlace(fields, wide);
  return (
    <Columns {...(preview ? { 'data-preview': '' } : {})}>
      {wide ? (
        <Aside>
          <LessonOutline current={current} onJump={(place) => jumpTo(fields.current, place)} />
        </Aside>
      ) : null}
      <Fields ref={fields}>{children}</Fields>
      {preview ? (
        <Aside>
          <LazyLivePreview current={current} savedId={savedId} />
        </Aside>
      ) : null}
    </Columns>
  );
}

/** The card with the general fields, then the sections. */
const placesOf = (fields: HTMLElement | null): HTMLElement[] => [
  ...(fields?.querySelectorAll<HTMLElement>('[data-general], [data-section]') ?? []),
];

/** Scrolls to a place, without an animation, and focuses its first field. */
function jumpTo(fields: HTMLElement | null, index: number): void {
  const place = placesOf(fields)[index];
  place?.scrollIntoView({ block: 'start' });
  place
    ?.querySelector<HTMLElement>(':is(input, textarea, [role="combobox"]):not(:disabled)')
    ?.focus({ preventScroll: true });
}

/**
 * The index of the place that is edited: the one with the focus while the focus is visible, otherwise the one in the upper third
 * of what is visible.
 */
function useCurrentPlace(fields: RefObject<HTMLDivElement | null>, enabled: boolean): number {
  const [current, setCurrent] = useState(0);
  useEffect(() => {
    const scroller = fields.current?.closest('[data-body]');
    if (!enabled || !scroller) return undefined;
    const update = () => setCurrent(findCurrentPlace(placesOf(fields.current), scroller));
    scroller.addEventListener('scroll', update, { passive: true });
    scroller.addEventListener('focusin', update);
    update();
    return () => {
      scroller.removeEventListener('scroll', update);
      scroller.removeEventListener('focusin', update);
    };
  }, [fields, enabled]);
  return current;
}

function findCurrentPlace(places: readonly HTMLElement[], scroller: Element): number {
  const view = scroller.getBoundingClientRect();
  const focused = document.activeElement;
  const focusedPlace = places.findIndex((place) => place.contains(focused));
  if (focusedPlace >= 0 && focused) {
    const { top, bottom } = focused.getBoundingClientRect();
    if (bottom >= view.top && top <= view.bottom) return focusedPlace;
  }
  const line = view.top + view.height / 3;
  return Math.max(
    0,
    places.findLastIndex((place) => place.getBoundingClientRect().top <= line),
  );
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
          {t('wideLayout.retry')}
        </Button>
      </Inline>
    </Callout>
  );
}
