import { X } from 'lucide-react';
import * as RadixDialog from 'radix-ui/dialog';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { IconButton } from '../actions/icon-button.tsx';
import { color, fontSize, narrowBreakpoint, space } from '../foundation/tokens.ts';
import { langProps } from '../text/lang-props.ts';
import { closeOnEscape, useCloseOnBack, useFocusReturn } from './dialog-behaviour.ts';
import { Backdrop, DialogPanel, dialogDescriptionStyle, dialogTitleStyle } from './dialog-panel.ts';

const Head = styled.header`
  display: flex;
  flex: none;
  align-items: flex-start;
  justify-content: space-between;
  gap: ${space(3)};
  padding: ${space(4.5)} ${space(5)} ${space(3.5)};

  [data-size='full'] > & {
    align-items: center;
    padding-block: ${space(3)};
    border-bottom: 1px solid ${color('border')};
  }
`;

const Titles = styled.div`min-width: 0; flex: 1;`;
const Title = styled(RadixDialog.Title)`${dialogTitleStyle}`;
const Description = styled(RadixDialog.Description)`${dialogDescriptionStyle}`;
const HeadEnd = styled.div`display: flex; flex: none; align-items: center; gap: ${space(2)}; font-size: ${fontSize.small};`;

const Body = styled.div`
  flex: 1 1 auto;
  min-height: 0;
  padding: ${space(1)} ${space(5)} ${space(5)};
  overflow-y: auto;
  overscroll-behavior: contain;

  [data-size='full'] > & { padding-top: ${space(5)}; }
`;

/* Limits the line length in full-screen dialogs. */
const Measure = styled.div`
  [data-size='full'] & { max-width: 60rem; margin-inline: auto; }
`;

/* On narrow screens the buttons fill the line. */
const Foot = styled.footer`
  display: flex;
  flex: none;
  flex-wrap: wrap;
  align-items: center;
  justify-content: flex-end;
  gap: ${space(2)};
  padding: ${space(3)} ${space(5)};
  border-top: 1px solid ${color('border')};

  @media (max-width: ${narrowBreakpoint}) { & > button { flex: 1 1 auto; } }
`;

export interface DialogProps {
  open: boolean;
  /**
   * Called with `false` on Esc, Back, a click outside and the close button. Keep `open` true to stay open. Without it,
   * the dialog has no close button and only its own content can close it.
   */
  onOpenChange?: (open: boolean) => void;
  title: string;
  /** A line under the title. */
  description?: ReactNode;
  /** `full` covers the screen and keeps header and footer visible. */
  size?: 'small' | 'medium' | 'large' | 'full';
  /** Content next to the close button, such as the auto-save status. */
  headerEnd?: ReactNode;
  /** The buttons. */
  footer?: ReactNode;
  children: ReactNode;
}

const firstFieldSelector = '[data-body] :is(input, textarea, [role="combobox"]):not(:disabled, [readonly])';

/** Focuses the first field of a form; without fields the dialog itself, so that screen readers start at its top. */
function setInitialFocus(event: Event): void {
  const panel = event.target;
  if (!(panel instanceof HTMLElement)) return;
  event.preventDefault();
  (panel.querySelector<HTMLElement>(firstFieldSelector) ?? panel).focus();
}

/** A modal dialog. It traps focus and returns it on closing. The page behind it does not scroll. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  size = 'medium',
  headerEnd,
  footer,
  children,
}: DialogProps) {
  const focus = useFocusReturn();
  useCloseOnBack(open, () => onOpenChange?.(false));
  const described = description === undefined ? { 'aria-describedby': undefined } : {};
  return (
    <RadixDialog.Root open={open} {...(onOpenChange === undefined ? {} : { onOpenChange })}>
      <RadixDialog.Portal>
        <Backdrop as={RadixDialog.Overlay} />
        <DialogPanel
          as={RadixDialog.Content}
          data-size={size}
          onOpenAutoFocus={(event: Event) => {
            focus.saveFocus();
            setInitialFocus(event);
          }}
          onCloseAutoFocus={focus.restoreFocus}
          onKeyDown={closeOnEscape(() => onOpenChange?.(false))}
          {...described}
        >
          <Head>
            <Titles>
              <Title {...langProps(title)}>{title}</Title>
              {description === undefined ? null : (
                <Description {...langProps(description)}>{description}</Description>
              )}
            </Titles>
            <HeadEnd>
              {headerEnd}
              {onOpenChange === undefined ? null : (
                <IconButton
                  label="Close"
                  size="small"
                  icon={<X aria-hidden="true" />}
                  onClick={() => onOpenChange(false)}
                />
              )}
            </HeadEnd>
          </Head>
          <Body data-body="">
            <Measure>{children}</Measure>
          </Body>
          {footer === undefined ? null : <Foot>{footer}</Foot>}
        </DialogPanel>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
