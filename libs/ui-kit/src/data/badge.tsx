import type { ReactNode } from 'react';
import styled from 'styled-components';
import { fontSize, fontWeight, radius, space, type Tone, toneColors } from '../foundation/tokens.ts';
import { langProps } from '../text/lang-props.ts';

const Pill = styled.span<{ $tone: Tone; $dot: boolean }>`
  display: inline-flex;
  align-items: center;
  gap: ${space(1.5)};
  max-width: 100%;
  padding: 0.0625rem ${space(2)};
  border-radius: ${radius.full};
  background: ${({ $tone }) => toneColors($tone).soft};
  color: ${({ $tone }) => toneColors($tone).text};
  font-size: ${fontSize.tiny};
  font-weight: ${fontWeight.medium};
  line-height: 1.5;
  overflow-wrap: break-word;
  &:lang(km) { line-height: 1.8; }

  ${({ $dot, $tone }) =>
    $dot &&
    `&::before {
      content: '';
      flex: none;
      width: 0.4rem;
      height: 0.4rem;
      border-radius: ${radius.full};
      background: ${toneColors($tone).solid};
    }`}
`;

export interface BadgeProps {
  tone?: Tone;
  /** Shows a dot before the text, for states. */
  dot?: boolean;
  children: ReactNode;
}

/** A short label for a category or state. The colour must not be the only information. */
export function Badge({ tone = 'grey', dot = false, children }: BadgeProps) {
  return (
    <Pill {...langProps(children)} $tone={tone} $dot={dot}>
      {children}
    </Pill>
  );
}
