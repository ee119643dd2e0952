import { color, fontFamily, fontSize, radius, space } from '@khmer-learning/ui-kit';
import styled from 'styled-components';

/** A line of code with its buttons. */
export const CodeLine = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(1)};
  min-width: 0;
  padding: ${space(1.5)} ${space(2)} ${space(1.5)} ${space(3)};
  border: 1px solid ${color('border')};
  border-radius: ${radius.medium};
  background: ${color('surfaceSunken')};

  & > code { flex: 1; }
`;

export const Code = styled.code`
  min-width: 0;
  font-family: ${fontFamily.code};
  font-size: ${fontSize.small};
  line-height: 1.6;
  overflow-wrap: anywhere;
`;
