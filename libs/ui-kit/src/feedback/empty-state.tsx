import { Inbox } from 'lucide-react';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { color, fontSize, fontWeight, radius, space } from '../foundation/tokens.ts';

const Box = styled.div`
  display: flex;
  flex-direction: column;
  align-items: center;
  gap: ${space(1)};
  padding: ${space(12)} ${space(6)};
  text-align: center;
`;

const IconCircle = styled.span`
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

const Title = styled.p`margin: 0; font-size: ${fontSize.large}; font-weight: ${fontWeight.semibold};`;
const Hint = styled.p`margin: 0; max-width: 26rem; color: ${color('textMuted')};`;
const Action = styled.div`margin-top: ${space(3)};`;

export interface EmptyStateProps {
  title: string;
  hint?: ReactNode;
  icon?: ReactNode;
  /** The button that changes it. */
  action?: ReactNode;
}

/** Nothing here, and what to do about it. */
export function EmptyState({ title, hint, icon = <Inbox aria-hidden="true" />, action }: EmptyStateProps) {
  return (
    <Box>
      <IconCircle>{icon}</IconCircle>
      <Title>{title}</Title>
      {hint === undefined ? null : <Hint>{hint}</Hint>}
      {action === undefined ? null : <Action>{action}</Action>}
    </Box>
  );
}
