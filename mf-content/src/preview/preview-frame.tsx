import {
  color,
  colorSchemeVariables,
  Inline,
  narrowBreakpoint,
  radius,
  SegmentedToggle,
  Stack,
  space,
  useScreen,
} from '@khmer-learning/ui-kit';
import type { ReactNode, Ref } from 'react';
import styled from 'styled-components';
import { useMessages } from '../messages/messages.ts';
import { PhoneLinkButton } from '../phone-link/phone-link-button.tsx';
import { usePersonalChoice } from './use-personal-choice.ts';

/* The frame scrolls where its parent limits the height. */
const Column = styled(Stack)`min-height: 0; max-height: var(--columns-height);`;

/* A small phone shows 360 x 640. The content adapts to the frame. Focusable, to be scrolled by keyboard. */
const Frame = styled.section.attrs({ tabIndex: 0 })`
  container-type: inline-size;
  min-height: 0;
  padding: ${space(3)};
  overflow-y: auto;
  overscroll-behavior: contain;
  border-radius: ${radius.medium};
  box-shadow: inset 0 0 0 1px ${color('border')};
  background: ${color('canvas')};
  color: ${color('text')};
  &[data-frame='phone'] {
    flex: 0 1 640px;
    align-self: center;
    width: 360px;
    max-width: 100%;
    height: 640px;
    border-radius: ${radius.large};
  }
  &[data-colors='light'] { color-scheme: light; ${colorSchemeVariables('light')} }
  &[data-colors='dark'] { color-scheme: dark; ${colorSchemeVariables('dark')} }
`;

interface PreviewFrameProps {
  label: string;
  /** The lesson whose links are beside the choices of the frame; absent while it is new. */
  savedId: number | undefined;
  children: ReactNode;
  ref?: Ref<HTMLElement>;
}

/** What learners see, in the width of a phone or in all of the space, in light or dark colours. Each person's choice is remembered. */
export function PreviewFrame({ label, savedId, children, ref }: PreviewFrameProps) {
  const t = useMessages();
  const [frame, setFrame] = usePersonalChoice('lesson-preview.frame', ['wide', 'phone']);
  const [colors, setColors] = usePersonalChoice('lesson-preview.colors', ['console', 'light', 'dark']);
  const isNarrow = useScreen(`(max-width: ${narrowBreakpoint})`);
  const isDark = useScreen('(prefers-color-scheme: dark)');
  const colorsOfConsole = (document.documentElement.dataset.theme ?? (isDark ? 'dark' : 'light')) === 'dark';
  return (
    <Column gap={2}>
      <Inline gap={2}>
        {/* A phone has no other width to show. */}
        {isNarrow ? null : (
          <SegmentedToggle
            aria-label={t('previewFrame.frame')}
            options={[
              { value: 'phone', label: t('previewFrame.phone') },
              { value: 'wide', label: t('previewFrame.wide') },
            ]}
            value={frame}
            onValueChange={setFrame}
          />
        )}
        <SegmentedToggle
          aria-label={t('previewFrame.colors')}
          options={[
            { value: 'light', label: t('previewFrame.light') },
            { value: 'dark', label: t('previewFrame.dark') },
          ]}
          value={colors === 'console' ? (colorsOfConsole ? 'dark' : 'light') : colors}
          onValueChange={setColors}
        />
        {savedId === undefined ? null : <PhoneLinkButton lessonId={savedId} />}
      </Inline>
      <Frame
        ref={ref}
        aria-label={label}
        data-frame={isNarrow ? 'wide' : frame}
        {...(colors === 'console' ? {} : { 'data-colors': colors })}
      >
        {children}
      </Frame>
    </Column>
  );
}
