import { formatViewAddress } from '@khmer-learning/console-sdk';
import { type LearnerQuiz, maxPageSize } from '@khmer-learning/contracts';
import { Button, DateText, Inline, Stack, space, Text, TextLink } from '@khmer-learning/ui-kit';
import { useState } from 'react';
import styled from 'styled-components';
import { LearnerSection, Rows } from './learner-section.tsx';
import { useLearnerAnswers } from './learners.api.ts';
import { useMessages } from './messages/messages.ts';

const step = 10;
const shownWrong = 3;

const Wrong = styled.ul`display: grid; gap: ${space(2)}; margin: 0; padding-inline-start: ${space(5)};`;

export function LearnerAnswers({ id }: { id: number }) {
  const t = useMessages();
  const [limit, setLimit] = useState(step);
  const answers = useLearnerAnswers(id, limit);
  const { data } = answers;
  const hasMore = data !== undefined && data.total > limit && limit < maxPageSize;
  return (
    <LearnerSection
      title={t('learnerAnswers.title')}
      query={answers}
      shown={data?.quizzes.length}
      empty={{ title: t('learnerAnswers.empty'), hint: t('learnerAnswers.emptyHint') }}
      onMore={hasMore ? () => setLimit(limit + step) : undefined}
    >
      <Rows role="list">
        {data?.quizzes.map((quiz) => (
          <TriedQuiz key={quiz.quizId} quiz={quiz} />
        ))}
      </Rows>
    </LearnerSection>
  );
}

function TriedQuiz({ quiz }: { quiz: LearnerQuiz }) {
  const t = useMessages();
  const [isOpen, setOpen] = useState(false);
  const { quizId, title, questions, answered, right, lastAnsweredAt, wrong } = quiz;
  const others = wrong.length - shownWrong;
  return (
    <li>
      <Stack gap={2}>
        <Inline justify="between" gap={2}>
          <TextLink href={formatViewAddress({ view: 'quizzes', list: undefined, item: quizId })}>
            {title}
          </TextLink>
          <Text as="span" size="small" muted>
            <DateText at={lastAnsweredAt} />
          </Text>
        </Inline>
        <Text size="small" muted>
          {t('learnerAnswers.score', { right, answered })}
          {questions > answered
            ? ` · ${t('learnerAnswers.unanswered', { count: questions - answered })}`
            : ''}
        </Text>
        {wrong.length === 0 ? null : (
          <Wrong>
            {(isOpen ? wrong : wrong.slice(0, shownWrong)).map(
              ({ questionId, question, answer, correctAnswer }) => (
                <li key={questionId}>
                  <Text>{question}</Text>
                  <Text size="small">{t('learnerAnswers.given', { answer })}</Text>
                  <Text size="small" muted>
                    {t('learnerAnswers.correct', { answer: correctAnswer })}
                  </Text>
                </li>
              ),
            )}
          </Wrong>
        )}
        {others <= 0 ? null : (
          <div>
            <Button size="small" variant="ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? t('learnerAnswers.fewer') : t('learnerAnswers.moreWrong', { count: others })}
            </Button>
          </div>
        )}
      </Stack>
    </li>
  );
}
