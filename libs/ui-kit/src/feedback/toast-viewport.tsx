import { X } from 'lucide-react';
import * as RadixToast from 'radix-ui/toast';
import { type RefObject, useEffect, useRef } from 'react';
import styled from 'styled-components';
import { color, radius } from '../foundation/tokens.ts';
import { useMessages } from '../messages/messages.ts';
import { langProps } from '../text/lang-props.ts';
import {
  ToastButton,
  ToastCard,
  ToastDescription,
  ToastText,
  ToastTitle,
  toastDurationMs,
  toastViewportStyle,
  useToastRoom,
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

/** The current toast, with Radix. It closes after some seconds, which pause on hover and focus, or by a swipe. F8 focuses it. */
export function ToastViewport({ current }: { current: ActiveToast | null }) {
  const t = useMessages();
  const region = useRef<HTMLDivElement>(null);
  useFocusFromDialogs(region);
  const viewport = useRef<HTMLOListElement>(null);
  useToastRoom(viewport, current?.id);
  return (
    <RadixToast.Provider
      label={t('toast.label')}
      duration={toastDurationMs(current)}
      swipeDirection="right"
      swipeThreshold={50}
    >
      {current === null ? null : (
        <ToastCard
          as={RadixToast.Root}
          key={current.id}
          // Radix disables what is older than an open dialog. A toast stays above it, and clickable.
          style={{ pointerEvents: 'auto' }}
          $tone={current.tone}
          open
          onOpenChange={(open: boolean) => !open && toast.dismiss(current.id)}
        >
          <ToastText>
            <ToastTitle as={RadixToast.Title} {...langProps(current.title)}>
              {current.title}
            </ToastTitle>
            {current.description === undefined ? null : (
              <ToastDescription as={RadixToast.Description} {...langProps(current.description)}>
                {current.description}
              </ToastDescription>
            )}
          </ToastText>
          {current.action === undefined ? null : (
            <ToastButton
              as={RadixToast.Action}
              altText={t('toast.actionHint', { action: current.action.label })}
              onClick={current.action.onSelect}
            >
              {current.action.label}
            </ToastButton>
          )}
          <Close aria-label={t('toast.dismiss')}>
            <X size={15} aria-hidden="true" />
          </Close>
        </ToastCard>
      )}
      {/* A dialog hides the rest of the page from screen readers, except elements with `aria-live`. */}
      <div ref={region} aria-live="off">
        <Viewport ref={viewport} hotkey={['F8']} label={t('toast.region', { hotkey: '{hotkey}' })} />
      </div>
    </RadixToast.Provider>
  );
}

/** Lets the focus move into the region while a modal dialog is open, which otherwise takes the focus back. */
function useFocusFromDialogs(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    // The dialog's focus trap listens on `document`, after this listener.
    const hideFromFocusTrap = (event: FocusEvent) => {
      const focused = event.type === 'focusin' ? event.target : event.relatedTarget;
      if (focused instanceof Node && region.current?.contains(focused)) event.stopPropagation();
    };
    document.body.addEventListener('focusin', hideFromFocusTrap);
    document.body.addEventListener('focusout', hideFromFocusTrap);
    return () => {
      document.body.removeEventListener('focusin', hideFromFocusTrap);
      document.body.removeEventListener('focusout', hideFromFocusTrap);
    };
  }, [region]);
}
