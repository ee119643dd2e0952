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

/**
 * The position of toasts: above dialogs, and clickable while one is open. They are at the bottom, where no dialog, view
 * or form has its title, and above the buttons of an open dialog, which may wrap, and above a bar of the page.
 */
export const toastViewportStyle = css`
  position: fixed;
  right: 0;
  bottom: calc(${bottomBarHeight} + var(--kl-dialog-foot-height, 0px));
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
