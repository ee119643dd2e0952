import { correctAnswerOf, createAnswerJudge, quizLimits, scoreOf } from '@khmer-learning/contracts';
import { isBlank } from '@khmer-learning/khmer-text';
import {
  Badge,
  Button,
  Card,
  DescriptionList,
  Heading,
  Inline,
  ProgressBar,
  Stack,
  Text,
} from '@khmer-learning/ui-kit';
import { type ReactNode, useMemo, useState } from 'react';
import styled from 'styled-components';
import { MixedLanguageText } from '../khmer/mixed-language-text.tsx';
import { useMessages } from '../messages/messages.ts';
import type { QuestionFormValues } from '../quiz-form/question-values.ts';
import { formatPercent } from '../quizzes/quiz-labels.ts';
import {
  AnswerInput,
  answerText,
  type GivenAnswer,
  isIncomplete,
  type Question,
  QuestionText,
  startAnswer,
  toAskedQuestion,
} from './answer-input.tsx';

/** A quiz as learners take it, one question after the other, and its result. Nothing is saved. */
export function QuizPlayer({ values }: { values: readonly QuestionFormValues[] }) {
  const [round, setRound] = useState(1);
  const questions = useMemo(() => values.map(toAskedQuestion), [values]);
  return <Round key={round} questions={questions} onRestart={() => setRound(round + 1)} />;
}

const Step = styled.div`&:focus { outline: none; }`;

/** Focuses the first field of a step, or what a screen reader reads it from. */
const focusStep = (step: HTMLElement | null) => (step?.querySelector('input') ?? step)?.focus();

function Round({ questions, onRestart }: { questions: readonly Question[]; onRestart: () => void }) {
  const t = useMessages();
  /** The place of the question; after the last one, the result. */
  const [place, setPlace] = useState(0);
  const [answers, setAnswers] = useState<readonly GivenAnswer[]>(() => questions.map(startAnswer));
  const question = questions[place];
  const given = answers[place];
  const count = questions.length;
  if (question === undefined || given === undefined)
    return (
      <Step ref={focusStep} tabIndex={-1}>
        <Result questions={questions} answers={answers}>
          <Inline gap={2}>
            <Button variant="primary" onClick={onRestart}>
              {t('quizPlayer.again')}
            </Button>
            <Button onClick={() => setPlace(count - 1)}>{t('quizPlayer.back')}</Button>
          </Inline>
        </Result>
      </Step>
    );
  const progress = t('quizPlayer.progress', { number: place + 1, count });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // The quiz form around the dialog is not sent.
        event.stopPropagation();
        setPlace(place + 1);
      }}
    >
      <Stack gap={4}>
        <Stack gap={1}>
          <Text size="small" muted>
            {progress}
          </Text>
          <ProgressBar label={progress} value={(100 * place) / count} />
        </Stack>
        <Step ref={focusStep} tabIndex={-1} key={place}>
          <Stack gap={3}>
            <Inline gap={2}>
              <QuestionText question={question} />
            </Inline>
            <AnswerInput
              question={question}
              given={given}
              onChange={(next) => setAnswers(answers.with(place, next))}
            />
          </Stack>
        </Step>
        <Inline gap={2} justify="between">
          <Button disabled={place === 0} onClick={() => setPlace(place - 1)}>
            {t('quizPlayer.back')}
          </Button>
          <Button type="submit" variant="primary">
            {t(place + 1 === count ? 'quizPlayer.finish' : 'quizPlayer.next')}
          </Button>
        </Inline>
      </Stack>
    </form>
  );
}

interface ResultProps {
  questions: readonly Question[];
  answers: readonly GivenAnswer[];
  children: ReactNode;
}

function Result({ questions, answers, children }: ResultProps) {
  const t = useMessages();
  const wrong = useMemo(() => {
    const judge = createAnswerJudge([...questions]);
    return questions.flatMap((question, place) => {
      const given = answers[place];
      const text = given === undefined || isIncomplete(question) ? '' : answerText(question, given);
      const verdict = isBlank(text) ? 'wrong' : judge(question, text);
      return verdict === 'right'
        ? []
        : [{ question, text, isAlmost: verdict === 'almost', number: place + 1 }];
    });
  }, [questions, answers]);
  const count = questions.length;
  const right = count - wrong.length;
  const { score, passed } = scoreOf(right, count);
  return (
    <Stack gap={4}>
      <Inline gap={2} role="status">
        <Heading level={3} size="section">
          {t('quizPlayer.score', { score: formatPercent(score), right, count })}
        </Heading>
        <Badge tone={passed ? 'green' : 'red'}>
          {t(passed ? 'quizPlayer.passed' : 'quizPlayer.notPassed')}
        </Badge>
      </Inline>
      <Text size="small" muted>
        {t('quizPlayer.passScore', { score: formatPercent(quizLimits.passScore) })}
      </Text>
      {wrong.map(({ question, text, isAlmost, number }) => (
        <Card key={number}>
          <Stack gap={2}>
            <Text strong>
              <MixedLanguageText>{`${number}. ${question.question}`}</MixedLanguageText>
            </Text>
            <DescriptionList
              items={[
                { term: t('learnerView.answer'), detail: <AnswerText text={text} /> },
                {
                  term: t('quizPlayer.rightAnswer'),
                  detail: <AnswerText text={correctAnswerOf(question)} />,
                },
              ]}
            />
            {isAlmost ? (
              <Inline gap={2}>
                <Badge tone="yellow">{t('learnerView.almost')}</Badge>
                <Text size="small">{t('learnerView.almostHint')}</Text>
              </Inline>
            ) : null}
          </Stack>
        </Card>
      ))}
      {children}
    </Stack>
  );
}

/** An answer; pairs are on a line each. */
function AnswerText({ text }: { text: string }) {
  const t = useMessages();
  return (
    <Text style={{ whiteSpace: 'pre-line' }} muted={text === ''}>
      {text === '' ? t('quizPlayer.noAnswer') : <MixedLanguageText>{text}</MixedLanguageText>}
    </Text>
  );
}
