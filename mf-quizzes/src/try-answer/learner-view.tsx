import { createAnswerJudge } from '@khmer-learning/contracts';
import { type AnswerVerdict, isBlank } from '@khmer-learning/khmer-text';
import { Badge, Button, color, Inline, radius, Stack, space, Text } from '@khmer-learning/ui-kit';
import { useMemo, useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import styled from 'styled-components';
import { useMessages } from '../messages/messages.ts';
import type { QuizFormValues } from '../quiz-form/quiz.fields.tsx';
import {
  AnswerInput,
  answerText,
  arrangedTexts,
  isIncomplete,
  type Question,
  QuestionText,
  startAnswer,
  toAskedQuestion,
} from './answer-input.tsx';

const Box = styled.div`
  padding: ${space(4)};
  border: 1px solid ${color('border')};
  border-radius: ${radius.medium};
`;

/** A question as learners see it. Answers are judged as the service judges them, and are not saved. */
export function LearnerView({ control, index }: { control: Control<QuizFormValues>; index: number }) {
  const t = useMessages();
  const values = useWatch({ control, name: 'questions' });
  const questions = useMemo(() => values.map(toAskedQuestion), [values]);
  const judge = useMemo(() => createAnswerJudge(questions), [questions]);
  const question = questions[index];
  if (question === undefined) return null;
  return (
    <Box>
      <Stack gap={3}>
        <Inline gap={2}>
          <QuestionText question={question} />
        </Inline>
        <TriedAnswer
          // What is put into order begins in a new one when it is edited.
          key={[question.kind, ...arrangedTexts(question)].join('\n')}
          question={question}
          judge={(answer) => judge(question, answer)}
        />
        <Text size="small" muted>
          {t('learnerView.hint')}
        </Text>
      </Stack>
    </Box>
  );
}

/** An answer that is judged at once, or when asked if it is an order. */
function TriedAnswer({ question, judge }: { question: Question; judge: (answer: string) => AnswerVerdict }) {
  const t = useMessages();
  const [given, setGiven] = useState(() => startAnswer(question));
  const [isJudged, setJudged] = useState(false);
  const text = answerText(question, given);
  const isArranged = arrangedTexts(question).length > 0;
  const verdict = isBlank(text) || (isArranged && !isJudged) ? null : judge(text);
  return (
    <Stack gap={3}>
      <AnswerInput
        question={question}
        given={given}
        onChange={(next) => {
          setGiven(next);
          setJudged(false);
        }}
      />
      {isIncomplete(question) ? null : (
        <Inline gap={3}>
          {isArranged ? (
            <Button size="small" onClick={() => setJudged(true)}>
              {t('learnerView.check')}
            </Button>
          ) : null}
          <Verdict verdict={verdict} />
        </Inline>
      )}
    </Stack>
  );
}

const verdictTones = { right: 'green', almost: 'yellow', wrong: 'red' } as const;

function Verdict({ verdict }: { verdict: AnswerVerdict | null }) {
  const t = useMessages();
  return (
    <Inline gap={2} role="status">
      {verdict === null ? null : <Badge tone={verdictTones[verdict]}>{t(`learnerView.${verdict}`)}</Badge>}
      {verdict === 'almost' ? <Text size="small">{t('learnerView.almostHint')}</Text> : null}
    </Inline>
  );
}
