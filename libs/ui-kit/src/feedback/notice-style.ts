import styled from 'styled-components';
import { color, fontSize, fontWeight, radius, space } from '../foundation/tokens.ts';

/** The centered box of empty states and error panels. */
export const NoticeBox = styled.div`
  display: flex;
  flex-direction: column;
  align-items: center;
  gap: ${space(1)};
  padding: ${space(12)} ${space(6)};
  text-align: center;
`;

export const NoticeIcon = styled.span`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  width: ${space(11)};
  height: ${space(11)};
  margin-bottom: ${space(2)};
  border-radius: ${radius.full};
  background: ${color('surfaceSunken')};
  color: ${color('textMuted')};

  & > svg { width: 1.25rem; height: 1.25rem; }
`;

export const NoticeTitle = styled.p`margin: 0; font-size: ${fontSize.large}; font-weight: ${fontWeight.semibold};`;
