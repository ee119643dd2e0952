import * as Alert from 'radix-ui/alert-dialog';
import { type ReactNode, useState } from 'react';
import styled from 'styled-components';
import { Button } from '../actions/button.tsx';
import { Callout } from '../feedback/callout.tsx';
import { useFocusReturn } from '../foundation/restore-focus.ts';
import { narrowBreakpoint, space } from '../foundation/tokens.ts';
import { message, useMessages } from '../messages/messages.ts';
import { langProps } from '../text/lang-props.ts';
import {
  Backdrop,
  closeOnEscape,
  DialogPanel,
  dialogDescriptionStyle,
  dialogTitleStyle,
  useCloseOnBack,
} from './dialog.tsx';

const Head = styled.div`padding: ${space(5)} ${space(5)} 0;`;
const Title = styled(Alert.Title)`${dialogTitleStyle}`;
const Description = styled(Alert.Description)`${dialogDescriptionStyle}`;

const Body = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(3)};
  min-height: 0;
  padding: ${space(3)} ${space(5)} 0;
  overflow-y: auto;
`;

/* On narrow screens the buttons fill the line. */
const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: ${space(2)};
  padding: ${space(5)};

  @media (max-width: ${narrowBreakpoint}) { & > button { flex: 1 1 auto; } }
`;

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** A sentence under the title. */
  description: ReactNode;
  children?: ReactNode;
  confirmLabel: string;
  /** The button's label while `onConfirm` is pending: `Deleting...`. */
  confirmingLabel?: string;
  cancelLabel?: string;
  /** Disables the confirm button, for example until a text has been typed. */
  confirmDisabled?: boolean;
  /** Makes the confirm button red. */
  dangerous?: boolean;
  /** Performs the action. While its promise is pending, the dialog is busy and stays open; then it closes, or shows the error. */
  onConfirm: () => unknown;
  /** A second way to go on, as a red button: what the dialog is about, next to the better way that it recommends. */
  alternative?: { label: string; onSelect: () => void };
  /** The text of a failure. Default: the error's own message. */
  describeError?: (error: unknown) => string;
}

function messageOf(error: unknown): string {
  return error instanceof Error && error.message ? error.message : message('confirmDialog.failed');
}

/** Asks the user to confirm an action. Cancel has the initial focus; a click outside does not close the dialog. */
export function ConfirmDialog({ open, onOpenChange, ...rest }: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false);
  const change = (next: boolean) => {
    if (!busy) onOpenChange(next);
  };
  useCloseOnBack(open, () => change(false));
  return (
    <Alert.Root open={open} onOpenChange={change}>
      <Alert.Portal>
        <Backdrop as={Alert.Overlay} />
        <ConfirmDialogContent
          {...rest}
          busy={busy}
          onBusyChange={setBusy}
          onClose={() => onOpenChange(false)}
        />
      </Alert.Portal>
    </Alert.Root>
  );
}

interface ConfirmDialogContentProps extends Omit<ConfirmDialogProps, 'open' | 'onOpenChange'> {
  busy: boolean;
  onBusyChange: (busy: boolean) => void;
  onClose: () => void;
}

/** Mounted only while the dialog is open, so an error is not shown again the next time. */
function ConfirmDialogContent({
  title,
  description,
  children,
  confirmLabel,
  confirmingLabel,
  cancelLabel,
  confirmDisabled = false,
  dangerous = false,
  onConfirm,
  alternative,
  describeError = messageOf,
  busy,
  onBusyChange,
  onClose,
}: ConfirmDialogContentProps) {
  const t = useMessages();
  const focus = useFocusReturn();
  const [failure, setFailure] = useState<string | null>(null);

  const confirm = async () => {
    onBusyChange(true);
    setFailure(null);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      setFailure(describeError(error));
    } finally {
      onBusyChange(false);
    }
  };

  return (
    <DialogPanel
      as={Alert.Content}
      data-size={alternative === undefined ? 'small' : 'medium'}
      aria-busy={busy || undefined}
      onOpenAutoFocus={focus.saveFocus}
      onCloseAutoFocus={focus.restoreFocus}
      onKeyDown={closeOnEscape(() => !busy && onClose())}
    >
      <Head>
        <Title {...langProps(title)}>{title}</Title>
        <Description {...langProps(description)}>{description}</Description>
      </Head>
      {children !== undefined || failure !== null ? (
        <Body>
          {children}
          {failure === null ? null : (
            <Callout tone="danger" announce>
              {failure}
            </Callout>
          )}
        </Body>
      ) : null}
      <Foot>
        <Alert.Cancel asChild>
          <Button disabled={busy}>{cancelLabel ?? t('confirmDialog.cancel')}</Button>
        </Alert.Cancel>
        {alternative === undefined ? null : (
          <Button
            variant="danger"
            disabled={busy}
            onClick={() => {
              alternative.onSelect();
              onClose();
            }}
          >
            {alternative.label}
          </Button>
        )}
        <Button
          variant={dangerous ? 'danger' : 'primary'}
          loading={busy}
          disabled={confirmDisabled}
          {...(confirmingLabel === undefined ? {} : { loadingLabel: confirmingLabel })}
          onClick={confirm}
        >
          {confirmLabel}
        </Button>
      </Foot>
    </DialogPanel>
  );
}
