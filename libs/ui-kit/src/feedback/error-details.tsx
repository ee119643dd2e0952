import styled from 'styled-components';
import { Button } from '../actions/button.tsx';
import { color, fontSize, radius, space } from '../foundation/tokens.ts';
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
  const copy = async () => {
    try {
      // Without HTTPS there is no clipboard.
      await navigator.clipboard.writeText(text);
      toast.show({ tone: 'success', title: 'Copied!' });
    } catch {
      toast.error('This browser does not allow copying here. Select the text and copy it manually.');
    }
  };
  return (
    <Fold open={defaultOpen}>
      <Summary>Details</Summary>
      <Reason>{text}</Reason>
      <Button size="small" onClick={() => void copy()}>
        Copy details
      </Button>
    </Fold>
  );
}
