import { Inbox } from 'lucide-react';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { color, space } from '../foundation/tokens.ts';
import { langProps } from '../text/lang-props.ts';
import { NoticeBox, NoticeIcon, NoticeTitle } from './notice-style.ts';

const Hint = styled.p`margin: 0; max-width: 26rem; color: ${color('textMuted')};`;
const Action = styled.div`margin-top: ${space(3)};`;

export interface EmptyStateProps {
  title: string;
  hint?: ReactNode;
  icon?: ReactNode;
  /** A button, for example to create the first item. */
  action?: ReactNode;
}

/** The placeholder of an empty list or view. */
export function EmptyState({ title, hint, icon = <Inbox aria-hidden="true" />, action }: EmptyStateProps) {
  return (
    <NoticeBox>
      <NoticeIcon>{icon}</NoticeIcon>
      <NoticeTitle {...langProps(title)}>{title}</NoticeTitle>
      {hint === undefined ? null : <Hint {...langProps(hint)}>{hint}</Hint>}
      {action === undefined ? null : <Action>{action}</Action>}
    </NoticeBox>
  );
}
