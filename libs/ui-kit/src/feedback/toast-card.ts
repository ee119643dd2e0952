import { type RefObject, useLayoutEffect } from 'react';
import styled, { css, keyframes } from 'styled-components';
import {
  bottomBarHeight,
  color,
  duration,
  fontWeight,
  radius,
  shadow,
  space,
  toneColors,
  zIndex,
} from '../foundation/tokens.ts';
import type { ToastMessage } from './toast-store.ts';

/** How long a toast is shown. One with a button stays longer, so that there is time to reach the button. */
export function toastDurationMs(message: ToastMessage | null): number {
  return message?.action === undefined ? 5000 : 10_000;
}

const slideIn = keyframes`from { opacity: 0; transform: translateX(1rem); }`;

const toastBottom = `calc(${bottomBarHeight} + var(--kl-dialog-foot-height, 0px))`;

/** Above dialogs and clickable, at the bottom, over the buttons of a form. Dialogs make room for them (`useToastRoom`). */
export const toastViewportStyle = css`
  position: fixed;
  right: 0;
  bottom: ${toastBottom};
  z-index: ${zIndex.toast};
  width: min(24rem, 100vw);
  margin: 0;
  padding: ${space(4)};
  list-style: none;
  outline: none;
  pointer-events: none;
`;

const borderColors = {
  success: toneColors('green').solid,
  error: toneColors('red').solid,
  info: toneColors('accent').solid,
} as const;

export const ToastCard = styled.div<{ $tone: ToastMessage['tone'] }>`
  display: flex;
  align-items: flex-start;
  gap: ${space(3)};
  padding: ${space(3)} ${space(3)} ${space(3)} ${space(4)};
  border: 1px solid ${color('border')};
  border-left: 4px solid ${({ $tone }) => borderColors[$tone]};
  border-radius: ${radius.medium};
  background: ${color('surfaceRaised')};
  color: ${color('text')};
  box-shadow: ${shadow.large};
  pointer-events: auto;
  animation: ${slideIn} ${duration.normal} ease-out;

  &[data-swipe='move'] { transform: translateX(var(--radix-toast-swipe-move-x)); }
  &[data-swipe='cancel'] { transform: none; transition: transform ${duration.fast}; }
`;

export const ToastText = styled.div`flex: 1; min-width: 0; overflow-wrap: anywhere;`;
/** The button of a toast. */
export const ToastButton = styled.button`
  flex: none;
  padding: ${space(0.5)} ${space(2)};
  border: 1px solid ${color('borderStrong')};
  border-radius: ${radius.small};
  background: transparent;
  color: ${color('text')};
  font: inherit;
  font-weight: ${fontWeight.medium};
  cursor: pointer;
  &:hover { background: ${color('surfaceHover')}; }
`;

export const ToastTitle = styled.div`font-weight: ${fontWeight.semibold};`;
export const ToastDescription = styled.div`color: ${color('textMuted')};`;

/** Sets `--kl-toast-height` to the height of the toast `id`, if any, and `--kl-toast-room` to the strip up to its upper edge. */
export function useToastRoom(viewport: RefObject<HTMLElement | null>, id: number | undefined): void {
  useLayoutEffect(() => {
    const element = viewport.current;
    if (element === null || id === undefined) return;
    const { style } = document.documentElement;
    const publish = () => {
      style.setProperty('--kl-toast-height', `${element.offsetHeight}px`);
      style.setProperty('--kl-toast-room', `calc(${toastBottom} + ${element.offsetHeight}px)`);
    };
    publish();
    // jsdom has none, and remotes of other repositories test in it.
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(publish);
    observer?.observe(element);
    return () => {
      observer?.disconnect();
      style.removeProperty('--kl-toast-height');
      style.removeProperty('--kl-toast-room');
    };
  }, [viewport, id]);
}
