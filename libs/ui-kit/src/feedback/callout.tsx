import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { color, fontWeight, radius, space, type Tone, toneColors } from '../foundation/tokens.ts';
import { langProps } from '../text/lang-props.ts';

const kinds = {
  info: { tone: 'greyBlue', Icon: Info },
  success: { tone: 'green', Icon: CircleCheck },
  warning: { tone: 'yellow', Icon: TriangleAlert },
  danger: { tone: 'red', Icon: CircleAlert },
} as const satisfies Record<string, { tone: Tone; Icon: typeof Info }>;

const Box = styled.div<{ $tone: Tone }>`
  display: flex;
  gap: ${space(2.5)};
  padding: ${space(2.5)} ${space(3)};
  border-radius: ${radius.medium};
  background: ${({ $tone }) => toneColors($tone).soft};
  color: ${color('text')};
  line-height: 1.5;

  & > svg { flex: none; margin-top: 0.15rem; color: ${({ $tone }) => toneColors($tone).text}; }
`;

const Content = styled.div`flex: 1; min-width: 0; overflow-wrap: anywhere;`;
const Title = styled.p`margin: 0; font-weight: ${fontWeight.semibold};`;

export interface CalloutProps {
  tone?: keyof typeof kinds;
  title?: string;
  children?: ReactNode;
  /** Screen readers announce it when it appears (`role="alert"`), for something that has just happened. */
  announce?: boolean;
}

/** A message that stays on the page. */
export function Callout({ tone = 'info', title, children, announce = false }: CalloutProps) {
  const kind = kinds[tone];
  return (
    <Box $tone={kind.tone} role={announce ? 'alert' : undefined}>
      <kind.Icon size={16} aria-hidden="true" />
      <Content {...langProps(children)}>
        {title === undefined ? null : <Title {...langProps(title)}>{title}</Title>}
        {children}
      </Content>
    </Box>
  );
}
