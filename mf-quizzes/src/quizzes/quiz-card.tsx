import { MatchLine, PublishStatus } from '@khmer-learning/console-kit';
import type { MatchedItem, Quiz } from '@khmer-learning/contracts';
import {
  Badge,
  Checkbox,
  color,
  DateText,
  Heading,
  Inline,
  narrowBreakpoint,
  openableRowProps,
  RowLink,
  type RowOpening,
  radius,
  shadow,
  space,
  Text,
} from '@khmer-learning/ui-kit';
import { type ReactNode, useId } from 'react';
import styled from 'styled-components';
import { MixedLanguageText } from '../khmer/mixed-language-text.tsx';
import { useMessages } from '../messages/messages.ts';
import { KindCounts } from './kind-counts.tsx';
import { LessonLine } from './lesson-line.tsx';
import { formatPercent, quizTypeLabel } from './quiz-labels.ts';

const Box = styled.article`
  display: flex;
  flex-direction: column;
  gap: ${space(2)};
  min-width: 0;
  padding: ${space(4)} ${space(4)} ${space(2.5)};
  border: 1px solid ${color('border')};
  border-radius: ${radius.large};
  background: ${color('surface')};
  box-shadow: ${shadow.small};
  cursor: pointer;

  &:hover, &:has([data-row-link]:focus-visible) { border-color: ${color('borderStrong')}; }
`;

/* Keeps the footer at the bottom, because all cards in a row have the same height. */
const Foot = styled.div`
  margin-top: auto;
  padding-top: ${space(2)};
  border-top: 1px solid ${color('border')};

  /* Large enough for a thumb. */
  @media (max-width: ${narrowBreakpoint}) { & button { min-width: 2.75rem; min-height: 2.75rem; } }
`;

interface QuizCardProps {
  quiz: Quiz;
  course: string | undefined;
  /** The line by which a search finds it. */
  match: MatchedItem | undefined;
  selection: { readonly isSelected: boolean; readonly onChange: (isSelected: boolean) => void };
  opening: RowOpening;
  actions: ReactNode;
}

export function QuizCard({ quiz, course, match, selection, opening, actions }: QuizCardProps) {
  const t = useMessages();
  const titleId = useId();
  const status = <PublishStatus item={quiz} listed={{ entity: 'quiz', id: quiz.id }} />;
  // Beside the title there is only room for the status itself.
  const isStatusShort = !quiz.hiddenBy && !quiz.workingCopy && !quiz.schedule;
  return (
    <Box aria-labelledby={titleId} {...openableRowProps(opening)}>
      <Inline justify="between" wrap={false} style={{ alignItems: 'flex-start' }}>
        <Heading level={2} size="section" id={titleId} style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <RowLink href={opening.href}>
            <MixedLanguageText>{quiz.title}</MixedLanguageText>
          </RowLink>
        </Heading>
        <Inline gap={1} wrap={false}>
          {quiz.isPractice ? <Badge tone="teal">{quizTypeLabel(true)}</Badge> : null}
          {isStatusShort ? status : null}
        </Inline>
      </Inline>
      {isStatusShort ? null : status}
      {match === undefined ? (
        <Text muted lines={2}>
          <MixedLanguageText>{quiz.description}</MixedLanguageText>
        </Text>
      ) : (
        <MatchLine match={match} />
      )}
      {quiz.lessonTitle === null ? null : (
        <Text size="small" muted lines={1}>
          <LessonLine title={quiz.lessonTitle} />
          {course === undefined ? null : (
            <>
              {' · '}
              <MixedLanguageText>{course}</MixedLanguageText>
            </>
          )}
        </Text>
      )}
      <Inline justify="between" gap={3}>
        <Text as="span" size="small" strong>
          {t('quizCard.questions', { count: quiz.questions.length })}
        </Text>
        <CompletionRate quiz={quiz} />
      </Inline>
      <KindCounts questions={quiz.questions} />
      <Foot>
        <Inline justify="between" wrap={false}>
          <Inline gap={2} wrap={false}>
            <Checkbox
              aria-label={t('quizSelection.select', { title: quiz.title })}
              checked={selection.isSelected}
              onChange={({ target }) => selection.onChange(target.checked)}
            />
            <DateText at={quiz.updatedAt} />
          </Inline>
          <Inline gap={1} wrap={false}>
            {actions}
          </Inline>
        </Inline>
      </Foot>
    </Box>
  );
}

/** The rate shown before the first submission. */
const sampleRate = 85;

/** The share of submissions with every question answered; before the first one the sample rate with a tag, for a draft `-`. */
function CompletionRate({ quiz }: { quiz: Quiz }) {
  const t = useMessages();
  if (quiz.status === 'draft') return <RateText>-</RateText>;
  const { completionRate } = quiz.analytics;
  const rate = t('quizCard.completionRate', { rate: formatPercent(completionRate ?? sampleRate) });
  if (completionRate !== null) return <RateText>{rate}</RateText>;
  return (
    <Inline gap={1.5} title={t('quizCard.sampleHint')}>
      <RateText>{rate}</RateText>
      <Badge tone="yellow">{t('quizCard.sample')}</Badge>
    </Inline>
  );
}

function RateText({ children }: { children: string }) {
  return (
    <Text as="span" size="small" muted>
      {children}
    </Text>
  );
}
