import type { ReactNode } from 'react';
import styled from 'styled-components';
import { fontSize, fontWeight, radius, space, type Tone, toneColors } from '../foundation/tokens.ts';
import { useMessages } from '../messages/messages.ts';
import { langProps } from '../text/lang-props.ts';

const Pill = styled.span<{ $tone: Tone; $dot: boolean }>`
  display: inline-block;
  max-width: 100%;
  /* A line that cannot wrap ends within the pill; signs above and below Khmer letters stay. */
  overflow-x: clip;
  text-overflow: ellipsis;
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
      display: inline-block;
      width: 0.4rem;
      height: 0.4rem;
      margin-inline-end: ${space(1.5)};
      vertical-align: 0.125em;
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

export type Level = 'Beginner' | 'Intermediate' | 'Advanced';

const levelTones: Record<Level, Tone> = { Beginner: 'green', Intermediate: 'yellow', Advanced: 'red' };

const levelLabels = {
  Beginner: 'level.beginner',
  Intermediate: 'level.intermediate',
  Advanced: 'level.advanced',
} as const;

/** A badge with a lesson's level. */
export function LevelBadge({ level }: { level: Level }) {
  const t = useMessages();
  return <Badge tone={levelTones[level]}>{t(levelLabels[level])}</Badge>;
}

const known = {
  published: { tone: 'green', label: 'statusBadge.published' },
  active: { tone: 'green', label: 'statusBadge.active' },
  draft: { tone: 'grey', label: 'statusBadge.draft' },
  inactive: { tone: 'grey', label: 'statusBadge.inactive' },
} as const;

const isKnown = (status: string): status is keyof typeof known => Object.hasOwn(known, status);

/** `partially_refunded` becomes `Partially refunded`. */
function humanizeStatus(status: string): string {
  const text = status.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export interface StatusBadgeProps {
  status: string;
  /** The colour. Default: that of known statuses (lessons, quizzes, users), grey for others. */
  tone?: Tone | undefined;
  /** Replaces the text derived from the status. */
  label?: string;
}

/** A badge with a status. The colours of lesson, quiz and user statuses are built in. */
export function StatusBadge({ status, tone, label }: StatusBadgeProps) {
  const t = useMessages();
  const lowerCase = status.toLowerCase();
  const style = isKnown(lowerCase) ? known[lowerCase] : null;
  return (
    <Badge tone={tone ?? style?.tone ?? 'grey'} dot>
      {label ?? (style === null ? humanizeStatus(status) : t(style.label))}
    </Badge>
  );
}
