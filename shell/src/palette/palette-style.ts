import { color, fontSize, fontWeight, narrowBreakpoint, radius, space } from '@khmer-learning/ui-kit';
import styled from 'styled-components';

/** As tall as it can get, so that nothing moves while results come in. */
export const Body = styled.div`display: flex; flex-direction: column; gap: ${space(2)}; height: min(60dvh, 30rem);`;

export const Input = styled.input`
  flex: none;
  width: 100%;
  padding: ${space(2.5)} ${space(3)};
  border: 1px solid ${color('borderStrong')};
  border-radius: ${radius.medium};
  background: ${color('surface')};
  color: ${color('text')};
  /* Less would make phones zoom in. */
  font-size: 1rem;
  line-height: 1.8;
`;

export const List = styled.div`flex: 1; min-height: 0; overflow-y: auto; overscroll-behavior: contain;`;

export const Group = styled.div`& + & { margin-top: ${space(2)}; }`;

export const GroupLabel = styled.div`
  padding: ${space(1)} ${space(2)};
  color: ${color('textMuted')};
  font-size: ${fontSize.small};
  font-weight: ${fontWeight.medium};
`;

export const Option = styled.div`
  display: grid;
  grid-template-columns: 1.125rem minmax(0, 1fr) auto;
  align-items: center;
  column-gap: ${space(3)};
  min-height: 2.75rem;
  padding: ${space(1)} ${space(2)};
  border-radius: ${radius.medium};
  cursor: pointer;

  &[aria-selected='true'] { background: ${color('accentSoft')}; color: ${color('accentText')}; }
  & > svg { width: 1.125rem; height: 1.125rem; }

  @media (max-width: ${narrowBreakpoint}) { grid-template-columns: 1.125rem minmax(0, 1fr); }
`;

export const Title = styled.span`overflow-wrap: anywhere;`;

export const Detail = styled.span`
  max-width: 16rem;
  overflow: hidden;
  color: ${color('textMuted')};
  font-size: ${fontSize.small};
  line-height: 1.8;
  text-overflow: ellipsis;
  white-space: nowrap;

  @media (max-width: ${narrowBreakpoint}) { grid-column: 2; }
`;

export const Errors = styled.div`
  display: flex;
  flex: none;
  align-items: center;
  justify-content: space-between;
  gap: ${space(2)};
  font-size: ${fontSize.small};
`;

export const Note = styled.p`flex: none; margin: 0; color: ${color('textMuted')}; text-align: center;`;
