import styled from 'styled-components';
import { narrowBreakpoint, space } from '../foundation/tokens.ts';

/** The content of a view below the header: one column with even gaps. */
export const ViewBody = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(4)};
  width: 100%;
  max-width: 88rem;
  margin-inline: auto;
  padding: ${space(6)};

  @media (max-width: ${narrowBreakpoint}) { padding: ${space(4)} ${space(3)}; }
`;
