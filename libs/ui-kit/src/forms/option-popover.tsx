import { Check } from 'lucide-react';
import * as Popover from 'radix-ui/popover';
import type { ComponentProps, ReactNode, RefObject } from 'react';
import styled from 'styled-components';
import { color, space } from '../foundation/tokens.ts';
import { menuItemStyle, popoverStyle } from '../overlays/popover-style.ts';
import { PopupRegion } from '../overlays/popup-region.ts';

const Content = styled(Popover.Content)`
  ${popoverStyle}
  display: flex;
  max-height: min(20rem, var(--radix-popover-content-available-height));
  padding: ${space(1)};
`;

interface OptionPopoverProps {
  /** What opened it. A press on that is not one outside. */
  anchor: RefObject<Element | null>;
  /** Its widths and its direction. */
  className?: string;
  children: ReactNode;
}

/** The sheet with the options of a select. The focus stays where it is: on the select. */
export function OptionPopover({ anchor, className, children }: OptionPopoverProps) {
  return (
    <Popover.Portal>
      <PopupRegion aria-label="Options">
        <Content
          role="group"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className={className}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onInteractOutside={(event) => {
            if (event.target instanceof Node && anchor.current?.contains(event.target))
              event.preventDefault();
          }}
        >
          {children}
        </Content>
      </PopupRegion>
    </Popover.Portal>
  );
}

/* The list scrolls, not the sheet around it: it is what the arrow keys go through. */
export const OptionList = styled.ul`
  flex: 1 1 auto;
  min-width: 0;
  min-height: 0;
  margin: 0;
  padding: 0;
  overflow-y: auto;
  overscroll-behavior: contain;
  list-style: none;
  outline: none;
`;

const Item = styled.li`
  ${menuItemStyle}
  padding-right: ${space(8)};
  & > svg { position: absolute; right: ${space(2)}; color: ${color('accentText')}; }
`;

interface OptionItemProps extends ComponentProps<'li'> {
  label: string;
  /** It is the chosen one. */
  selected: boolean;
  /** The arrow keys have come to it. */
  highlighted: boolean;
  disabled?: boolean | undefined;
}

/** One option, with a tick when it is chosen. */
export function OptionItem({ label, selected, highlighted, disabled = false, ...rest }: OptionItemProps) {
  return (
    <Item {...rest} data-highlighted={highlighted ? '' : undefined} data-disabled={disabled ? '' : undefined}>
      {label}
      {selected ? <Check size={15} aria-hidden="true" /> : null}
    </Item>
  );
}
