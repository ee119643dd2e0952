import { CircleAlert, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { Button } from '../actions/button.tsx';
import { color, fontSize, radius, space } from '../foundation/tokens.ts';
import { useMessages } from '../messages/messages.ts';
import { langProps } from '../text/lang-props.ts';
import { NoticeBox, NoticeIcon, NoticeTitle } from './notice-style.ts';
import { toast } from './toast-store.ts';

const FailureIcon = styled(NoticeIcon)`background: ${color('redSoft')}; color: ${color('redText')};`;
const Message = styled.p`margin: 0; max-width: 32rem; color: ${color('textMuted')}; overflow-wrap: anywhere;`;
const Request = styled.p`margin: 0; font-size: ${fontSize.small}; color: ${color('textMuted')}; overflow-wrap: anywhere;`;
const Actions = styled.div`display: flex; flex-wrap: wrap; justify-content: center; gap: ${space(2)}; margin-top: ${space(3)};`;

export interface ErrorPanelProps {
  /** What failed: `Lessons could not be loaded`. */
  title: string;
  /** The reason, such as the server's message. */
  message?: ReactNode;
  /** Technical details, folded under `Details`, with a button that copies them. */
  details?: string | undefined;
  /** Unfolds the details at first, for people who can make use of them. */
  detailsOpen?: boolean;
  /** The id of the failed request, which users can report. */
  requestId?: string | undefined;
  onRetry?: (() => void) | undefined;
  retrying?: boolean;
  /** Another button, next to `Try again`. */
  action?: ReactNode;
}

/** An error message in place of a list or view that could not be shown. */
export function ErrorPanel({
  title,
  message,
  details,
  detailsOpen = false,
  requestId,
  onRetry,
  retrying = false,
  action,
}: ErrorPanelProps) {
  const t = useMessages();
  return (
    <NoticeBox role="alert">
      <FailureIcon>
        <CircleAlert aria-hidden="true" />
      </FailureIcon>
      <NoticeTitle {...langProps(title)}>{title}</NoticeTitle>
      {message === undefined ? null : <Message {...langProps(message)}>{message}</Message>}
      {details === undefined ? null : <ErrorDetails text={details} defaultOpen={detailsOpen} />}
      {requestId === undefined ? null : <Request>{t('errorPanel.requestId', { id: requestId })}</Request>}
      {onRetry === undefined && action === undefined ? null : (
        <Actions>
          {onRetry === undefined ? null : (
            <Button icon={<RotateCw aria-hidden="true" />} loading={retrying} onClick={onRetry}>
              {t('errorPanel.retry')}
            </Button>
          )}
          {action}
        </Actions>
      )}
    </NoticeBox>
  );
}

const Fold = styled.details`
  max-width: 32rem;
  margin-top: ${space(2)};
  color: ${color('textMuted')};
  font-size: ${fontSize.small};
  text-align: start;
`;
const Summary = styled.summary`cursor: pointer; text-align: center;`;
const Reason = styled.p`
  margin: ${space(2)} 0;
  padding: ${space(2)} ${space(3)};
  border-radius: ${radius.small};
  background: ${color('surfaceSunken')};
  overflow-wrap: anywhere;
  user-select: all;
`;

/** Technical details of an error, folded, with a button that copies them. */
function ErrorDetails({ text, defaultOpen }: { text: string; defaultOpen: boolean }) {
  const t = useMessages();
  const copy = async () => {
    try {
      // Without HTTPS there is no clipboard.
      await navigator.clipboard.writeText(text);
      toast.show({ tone: 'success', title: t('errorDetails.copied') });
    } catch {
      toast.error(t('errorDetails.copyFailed'));
    }
  };
  return (
    <Fold open={defaultOpen}>
      <Summary>{t('errorDetails.summary')}</Summary>
      <Reason>{text}</Reason>
      <Button size="small" onClick={() => void copy()}>
        {t('errorDetails.copy')}
      </Button>
    </Fold>
  );
}
