import { TextLink } from '@khmer-learning/ui-kit';
import styled from 'styled-components';

const Link = styled(TextLink).attrs({ as: 'button', type: 'button' })`
  padding: 0;
  border: 0;
  background: none;
  cursor: pointer;
`;

/** `Try again` as a link inside a sentence. */
export function RetryLink({ onClick }: { onClick: () => void }) {
  return <Link onClick={onClick}>Try again</Link>;
}
