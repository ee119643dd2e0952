import { X } from 'lucide-react';
import * as RadixDialog from 'radix-ui/dialog';
import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  type RefCallback,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
} from 'react';
import styled, { css, keyframes } from 'styled-components';
import { IconButton } from '../actions/icon-button.tsx';
import { useFocusReturn } from '../foundation/restore-focus.ts';
import {
  bottomBarHeight,
  color,
  duration,
  fontSize,
  fontWeight,
  narrowBreakpoint,
  radius,
  shadow,
  space,
  toastRoom,
  zIndex,
} from '../foundation/tokens.ts';
import { useMessages } from '../messages/messages.ts';
import { langProps } from '../text/lang-props.ts';
import { visuallyHiddenStyle } from '../text/visually-hidden.ts';

const fadeIn = keyframes`from { opacity: 0; }`;
const slideUp = keyframes`from { opacity: 0; transform: translate(-50%, calc(-50% + 8px)); }`;

/** Darkens the page behind a dialog. */
export const Backdrop = styled.div`
  position: fixed;
  inset: 0;
  z-index: ${zIndex.dialog};
  background: ${color('backdrop')};
  animation: ${fadeIn} ${duration.normal} ease-out;
`;

/** The dialog's box; `data-size` is `small`, `medium`, `large` or `full`. */
export const DialogPanel = styled.div`
  position: fixed;
  top: calc((100% - ${toastRoom}) / 2);
  left: 50%;
  z-index: ${zIndex.dialog};
  display: flex;
  flex-direction: column;
  width: calc(100vw - ${space(6)});
  max-width: 34rem;
  max-height: calc(100dvh - ${space(6)} - ${toastRoom});
  border: 1px solid ${color('border')};
  border-radius: ${radius.large};
  background: ${color('surface')};
  color: ${color('text')};
  box-shadow: ${shadow.large};
  transform: translate(-50%, -50%);
  transition: top ${duration.normal};
  animation: ${slideUp} ${duration.normal} ease-out;

  /* A toast has room beside it. */
  @media (min-width: 83rem) { --kl-toast-room: 0px; }

  &:focus { outline: none; }

  &[data-size='small'] { max-width: 27rem; }
  &[data-size='large'] { max-width: 52rem; @media (max-width: 101rem) { --kl-toast-room: inherit; } }
  &[data-size='full'] {
    inset: 0 0 ${bottomBarHeight};
    width: auto;
    max-width: none;
    max-height: none;
    border: 0;
    border-radius: 0;
    background: ${color('canvas')};
    transform: none;
    animation: ${fadeIn} ${duration.normal} ease-out;
  }
  &[data-size='full'] > header, &[data-size='full'] > footer { background: ${color('surface')}; }
`;

export const dialogTitleStyle = css`
  margin: 0;
  font-size: ${fontSize.title};
  font-weight: ${fontWeight.semibold};
  line-height: 1.35;
  overflow-wrap: anywhere;
  &:lang(km) { line-height: 1.8; }
`;

export const dialogDescriptionStyle = css`
  margin: ${space(0.5)} 0 0;
  color: ${color('textMuted')};
  font-size: ${fontSize.body};
  line-height: 1.5;
  overflow-wrap: anywhere;
  &:lang(km) { line-height: 1.9; }
`;

const Head = styled.header`
  display: flex;
  flex: none;
  align-items: flex-start;
  justify-content: space-between;
  gap: ${space(3)};
  padding: ${space(4.5)} ${space(5)} ${space(3.5)};

  /* What a header has beside its title moves below it. */
  @media (max-width: ${narrowBreakpoint}) { flex-wrap: wrap; row-gap: ${space(1)}; }

  [data-size='full'] > & {
    align-items: center;
    padding-block: ${space(3)};
    border-bottom: 1px solid ${color('border')};
    @media (max-width: ${narrowBreakpoint}) { padding-block: ${space(2)}; }
  }
`;

/** What an on-screen keyboard leaves of a phone's screen, and less. */
const shortWindow = '(max-height: 30rem)';

const Titles = styled.div`min-width: 0; flex: 1 1 10rem;`;
const Title = styled(RadixDialog.Title)`${dialogTitleStyle}`;
const Description = styled(RadixDialog.Description)`
  ${dialogDescriptionStyle}
  @media (max-width: ${narrowBreakpoint}) and ${shortWindow} { [data-size='full'] & { ${visuallyHiddenStyle} } }
`;
const HeadEnd = styled.div<{ $ownLine: boolean }>`
  display: flex;
  flex: none;
  align-items: center;
  gap: ${space(2)};
  margin-left: auto;
  font-size: ${fontSize.small};

  /* A text that appears must not move the close button from under the finger: what has no room beside the buttons goes below them. */
  @media (max-width: ${narrowBreakpoint}) {
    ${({ $ownLine }) => $ownLine && 'flex: 0 1 100%; flex-wrap: wrap-reverse; justify-content: flex-end;'}
  }
`;

const Body = styled.div`
  flex: 1 1 auto;
  min-height: 0;
  padding: ${space(1)} ${space(5)} ${space(5)};
  overflow-y: auto;
  overscroll-behavior: contain;

  /* A toast is between it and the footer. */
  [data-size='full'] > & { padding-top: ${space(5)}; margin-bottom: var(--kl-toast-height, 0px); }
  /* Content with this attribute is fixed at the end of the screen. */
  [data-size='full'] > &:has([data-side-panel]) { --kl-side-panel: 24rem; padding-right: calc(24rem + ${space(5)}); }
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

  @media (max-width: ${narrowBreakpoint}) {
    padding-block: ${space(2)};
    & > button { flex: 1 1 auto; }
  }

  /* While somebody types in a short window, the field has the room of the buttons, which Tab still reaches. What is above the field
     stays where it is, so that nothing moves from under the finger. */
  @media ${shortWindow} {
    [data-size='full']:has([data-body] :is(input:not([type='checkbox'], [type='radio']), textarea, [contenteditable='true']):focus) > & {
      height: 0;
      padding-block: 0;
      border: 0;
      overflow: hidden;
    }
  }
`;

/**
 * Registers an open dialog, by a callback that closes it, with the owner of the page's history, such as `ConsoleProvider`. Returns a
 * function to call once it is closed. Null when nothing owns the history.
 */
export const CloseOnBackContext = createContext<((close: () => void) => () => void) | null>(null);

export interface DialogProps {
  open: boolean;
  /** Called with `false` on Esc, Back, a click outside and the close button, which without it do not close. `open` may stay true. */
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

/** Focuses the field with `data-initial-focus`, or else the first one of a form; without fields the dialog itself, so that screen readers start at its top. */
function setInitialFocus(event: Event): void {
  const panel = event.target;
  if (!(panel instanceof HTMLElement)) return;
  event.preventDefault();
  const marked = panel.querySelector<HTMLElement>('[data-initial-focus]');
  (marked ?? panel.querySelector<HTMLElement>(firstFieldSelector) ?? panel).focus();
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
  const t = useMessages();
  const focus = useFocusReturn();
  const foot = useFootHeight();
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
                <Description asChild {...langProps(description)}>
                  <div>{description}</div>
                </Description>
              )}
            </Titles>
            <HeadEnd $ownLine={headerEnd !== undefined}>
              {headerEnd}
              {onOpenChange === undefined ? null : (
                <IconButton
                  label={t('dialog.close')}
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
          {footer === undefined ? null : <Foot ref={size === 'full' ? foot : undefined}>{footer}</Foot>}
        </DialogPanel>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

/** While `open` is true, the browser's Back calls `close` instead of navigating. */
export function useCloseOnBack(open: boolean, close: () => void): void {
  const closeOnBack = useContext(CloseOnBackContext);
  const closeNow = useEffectEvent(close);
  useEffect(
    () => (open && closeOnBack !== null ? closeOnBack(() => closeNow()) : undefined),
    [open, closeOnBack],
  );
}

/** Closes a dialog on an unhandled Esc, which Radix sends to the layer opened last: it may be a toast, which alone would close. */
export function closeOnEscape(close: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    // Prevents the surrounding dialog from closing, too.
    event.preventDefault();
    close();
  };
}

/** The footers of the open full-screen dialogs, the topmost last. */
const feet: HTMLElement[] = [];

function publishHeight(): void {
  const height = feet.at(-1)?.offsetHeight ?? 0;
  document.documentElement.style.setProperty('--kl-dialog-foot-height', `${height}px`);
}

/** Keeps `--kl-dialog-foot-height` at the topmost full-screen footer's height, so that toasts stay above it. @returns its ref */
function useFootHeight(): RefCallback<HTMLElement> {
  return useCallback((foot: HTMLElement | null) => {
    if (foot === null) return undefined;
    feet.push(foot);
    publishHeight();
    // jsdom has none, and remotes of other repositories test in it.
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(publishHeight);
    observer?.observe(foot);
    return () => {
      observer?.disconnect();
      feet.splice(feet.indexOf(foot), 1);
      publishHeight();
    };
  }, []);
}
