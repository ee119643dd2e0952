import { narrowBreakpoint } from '@khmer-learning/ui-kit';
import styled from 'styled-components';

/** The name of a button that shows only its icon on narrow screens. Screen readers read it everywhere. */
export const NarrowHidden = styled.span`
  @media (max-width: ${narrowBreakpoint}) {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;
