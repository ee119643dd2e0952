import * as RadixTooltip from 'radix-ui/tooltip';
import { createContext, type FocusEvent, type ReactNode, useContext } from 'react';
import styled, { keyframes } from 'styled-components';
import { color, duration, fontSize, radius, shadow, space, zIndex } from '../foundation/tokens.ts';
import { useMessages } from '../messages/messages.ts';
import { langProps } from '../text/lang-props.ts';
import { PopupRegion } from './popover-style.ts';

const appear = keyframes`from { opacity: 0; transform: scale(0.96); }`;

const Bubble = styled(RadixTooltip.Content)`
  z-index: ${zIndex.tooltip};
  max-width: 18rem;
  padding: ${space(1)} ${space(2)};
  border-radius: ${radius.small};
  background: ${color('text')};
  color: ${color('surface')};
  box-shadow: ${shadow.medium};
  font-size: ${fontSize.tiny};
  line-height: 1.45;
  overflow-wrap: anywhere;
  transform-origin: var(--radix-tooltip-content-transform-origin);
  animation: ${appear} ${duration.fast} ease-out;
`;

const HasProviderContext = createContext(false);

/** Shares the timing of all tooltips inside: the first opens after 700 ms, another one within 300 ms of it at once. Render it once. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <HasProviderContext value={true}>
      <RadixTooltip.Provider delayDuration={700} skipDelayDuration={300}>
        {children}
      </RadixTooltip.Provider>
    </HasProviderContext>
  );
}

/** Prevents the tooltip from opening when a closed dialog or drawer returns focus after a click. */
function onlyOnKeyboardFocus(event: FocusEvent<HTMLElement>): void {
  if (!event.currentTarget.matches(':focus-visible')) event.preventDefault();
}

export interface TooltipProps {
  text: string;
  /** One element that takes a ref, such as a button or a link. */
  children: ReactNode;
  side?: 'top' | 'right' | 'bottom' | 'left';
}

/** A short explanation on hover and keyboard focus. It must not be the only place of an information. */
export function Tooltip({ text, children, side = 'top' }: TooltipProps) {
  const t = useMessages();
  const tooltip = (
    <RadixTooltip.Root>
      <RadixTooltip.Trigger asChild onFocus={onlyOnKeyboardFocus}>
        {children}
      </RadixTooltip.Trigger>
      <RadixTooltip.Portal>
        <PopupRegion aria-label={t('tooltip.region')}>
          <Bubble {...langProps(text)} side={side} sideOffset={6} collisionPadding={8}>
            {text}
          </Bubble>
        </PopupRegion>
      </RadixTooltip.Portal>
    </RadixTooltip.Root>
  );
  return useContext(HasProviderContext) ? tooltip : <TooltipProvider>{tooltip}</TooltipProvider>;
}
