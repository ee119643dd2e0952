import { X } from 'lucide-react';
import * as RadixToast from 'radix-ui/toast';
import styled from 'styled-components';
import { color, radius } from '../foundation/tokens.ts';
import { langProps } from '../text/lang-props.ts';
import {
  ToastCard,
  ToastDescription,
  ToastText,
  ToastTitle,
  toastDurationMs,
  toastViewportStyle,
} from './toast-card.ts';
import { type ActiveToast, toast } from './toast-store.ts';

const Viewport = styled(RadixToast.Viewport)`${toastViewportStyle}`;

const Close = styled(RadixToast.Close)`
  display: inline-flex;
  flex: none;
  padding: 0.25rem;
  border: 0;
  border-radius: ${radius.small};
  background: transparent;
  color: ${color('textMuted')};
  cursor: pointer;
  &:hover { background: ${color('surfaceHover')}; color: ${color('text')}; }
`;

/**
 * Renders the current toast with Radix. It closes after five seconds, which pause while it is hovered or focused, or
 * when it is swiped to the right. F8 focuses it.
 */
export function ToastViewport({ current }: { current: ActiveToast | null }) {
  return (
    <RadixToast.Provider duration={toastDurationMs} swipeDirection="right" swipeThreshold={50}>
      {current === null ? null : (
        <ToastCard
          as={RadixToast.Root}
          key={current.id}
          $tone={current.tone}
          open
          onOpenChange={(open: boolean) => !open && toast.dismiss(current.id)}
        >
          <ToastText>
            <ToastTitle as={RadixToast.Title}>{current.title}</ToastTitle>
            {current.description === undefined ? null : (
              <ToastDescription as={RadixToast.Description} {...langProps(current.description)}>
                {current.description}
              </ToastDescription>
            )}
          </ToastText>
          <Close aria-label="Dismiss">
            <X size={15} aria-hidden="true" />
          </Close>
        </ToastCard>
      )}
      <Viewport hotkey={['F8']} label="Notifications ({hotkey})" />
    </RadixToast.Provider>
  );
}
