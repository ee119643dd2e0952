import { Check } from 'lucide-react';
import * as Popover from 'radix-ui/popover';
import type { ComponentProps, ReactNode, RefObject } from 'react';
import styled from 'styled-components';
import { color, space } from '../foundation/tokens.ts';
import { useMessages } from '../messages/messages.ts';
import { menuItemStyle, PopupRegion, popoverStyle } from '../overlays/popover-style.ts';
import { langProps } from '../text/lang-props.ts';

const Content = styled(Popover.Content)`
  ${popoverStyle}
  display: flex;
  max-height: min(20rem, var(--radix-popover-content-available-height));
  padding: ${space(1)};
`;

interface OptionPopoverProps {
  /** The element that opens it. A click on it does not count as a click outside. */
  anchor: RefObject<Element | null>;
  /** Styles for its width and direction. */
  className?: string;
  children: ReactNode;
}

/** The popover with the options of a select. Focus stays on the select. */
export function OptionPopover({ anchor, className, children }: OptionPopoverProps) {
  const t = useMessages();
  return (
    <Popover.Portal>
      <PopupRegion aria-label={t('optionPopover.region')}>
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

/* The list scrolls, not the popover, so that the option highlighted by the arrow keys is scrolled into view. */
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
  selected: boolean;
  highlighted: boolean;
  disabled?: boolean | undefined;
}

/** One option, with a check mark when it is selected. */
export function OptionItem({ label, selected, highlighted, disabled = false, ...rest }: OptionItemProps) {
  return (
    <Item
      {...langProps(label)}
      {...rest}
      data-highlighted={highlighted ? '' : undefined}
      data-disabled={disabled ? '' : undefined}
    >
      {label}
      {selected ? <Check size={15} aria-hidden="true" /> : null}
    </Item>
  );
}
