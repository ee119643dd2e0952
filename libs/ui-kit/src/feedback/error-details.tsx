import styled from 'styled-components';
import { Button } from '../actions/button.tsx';
import { color, fontSize, radius, space } from '../foundation/tokens.ts';
import { useMessages } from '../messages/messages.ts';
import { toast } from './toast-store.ts';

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
export function ErrorDetails({ text, defaultOpen }: { text: string; defaultOpen: boolean }) {
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
