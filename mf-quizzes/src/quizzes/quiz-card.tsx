import type { Quiz } from '@khmer-learning/contracts';
import {
  color,
  DateText,
  Heading,
  Inline,
  radius,
  StatusBadge,
  shadow,
  space,
  Text,
} from '@khmer-learning/ui-kit';
import { type ReactNode, useId } from 'react';
import styled from 'styled-components';
import { MixedLanguageText } from '../khmer/mixed-language-text.tsx';
import { CompletionRate } from './completion-rate.tsx';

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
`;

/* Keeps the footer at the bottom, because all cards in a row have the same height. */
const Foot = styled.div`
  margin-top: auto;
  padding-top: ${space(2)};
  border-top: 1px solid ${color('border')};
`;

/** `1 question`, `12 questions`. */
function formatQuestionCount({ questions }: Quiz): string {
  return questions.length === 1 ? '1 question' : `${questions.length} questions`;
}

/** One quiz of the list (spec 2.11). `actions` are its buttons. */
export function QuizCard({ quiz, actions }: { quiz: Quiz; actions: ReactNode }) {
  const titleId = useId();
  return (
    <Box aria-labelledby={titleId}>
      <Inline justify="between" wrap={false} style={{ alignItems: 'flex-start' }}>
        <Heading level={2} size="section" id={titleId} style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <MixedLanguageText>{quiz.title}</MixedLanguageText>
        </Heading>
        <StatusBadge status={quiz.status} />
      </Inline>
      <Text muted lines={2}>
        <MixedLanguageText>{quiz.description}</MixedLanguageText>
      </Text>
      {quiz.lessonTitle === null ? null : (
        <Text size="small" muted lines={1}>
          {'Lesson: '}
          <MixedLanguageText>{quiz.lessonTitle}</MixedLanguageText>
        </Text>
      )}
      <Inline justify="between" gap={3}>
        <Text as="span" size="small" strong>
          {formatQuestionCount(quiz)}
        </Text>
        <CompletionRate quiz={quiz} />
      </Inline>
      <Foot>
        <Inline justify="between" wrap={false}>
          <DateText at={quiz.updatedAt} />
          <Inline gap={1} wrap={false}>
            {actions}
          </Inline>
        </Inline>
      </Foot>
    </Box>
  );
}
