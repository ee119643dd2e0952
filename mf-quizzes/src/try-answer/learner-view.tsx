import { PlayButton } from '@khmer-learning/console-kit';
import {
  createAnswerJudge,
  formatOrder,
  formatPairs,
  type Quiz,
  quizLimits,
  recordingFinder,
  recordingLanguages,
} from '@khmer-learning/contracts';
import { type AnswerVerdict, answerKey, isBlank } from '@khmer-learning/khmer-text';
import {
  Badge,
  Button,
  color,
  FormField,
  Inline,
  RadioGroup,
  radius,
  Stack,
  space,
  Text,
  TextInput,
} from '@khmer-learning/ui-kit';
import { useMemo, useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import styled from 'styled-components';
import { detectLang, MixedLanguageText } from '../khmer/mixed-language-text.tsx';
import { useMessages } from '../messages/messages.ts';
import { type QuestionFormValues, toQuestion } from '../quiz-form/question-values.ts';
import type { QuizFormValues } from '../quiz-form/quiz.fields.tsx';
import { createSeed, seededShuffle } from '../random/seeded-shuffle.ts';
import { SortableTexts } from './sortable-texts.tsx';

type Question = Quiz['questions'][number];
type Judge = (answer: string) => AnswerVerdict;

/** The question as it would be stored without what is still empty; its place is its id. */
function toAskedQuestion(values: QuestionFormValues, id: number): Question {
  const { options = [], correctAnswer = '', pairs = [], parts = [], ...question } = toQuestion(values);
  return {
    ...question,
    id,
    options: options.filter((option) => !isBlank(option)),
    correctAnswer,
    pairs: pairs.filter(({ left, right }) => !isBlank(left) && !isBlank(right)),
    parts: parts.filter((part) => !isBlank(part)),
  };
}

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
          <Text strong>
            <MixedLanguageText>{question.question}</MixedLanguageText>
          </Text>
          {/* Of a listening question, what is said: its answer. */}
          <Recordings
            recordings={question.recordings}
            text={question.kind === 'listening' ? question.correctAnswer : question.question}
          />
        </Inline>
        <AnswerInput question={question} judge={(answer) => judge(question, answer)} />
        <Text size="small" muted>
          {t('learnerView.hint')}
        </Text>
      </Stack>
    </Box>
  );
}

interface RecordingsProps {
  recordings: Question['recordings'];
  text: string;
  isOption?: boolean;
}

/** Plays the recordings of a text. */
function Recordings({ recordings, text, isOption = false }: RecordingsProps) {
  const t = useMessages();
  const find = recordingFinder(recordings);
  return recordingLanguages.map((language) => {
    const url = find(language, text);
    const label = isOption
      ? t('learnerView.playOption', { text, language })
      : t('learnerView.play', { language });
    return url === null ? null : <PlayButton key={language} url={url} label={label} />;
  });
}

interface AnswerInputProps {
  question: Question;
  judge: Judge;
}

/** What learners answer a question with, by its kind. */
function AnswerInput({ question, judge }: AnswerInputProps) {
  const t = useMessages();
  const { kind = 'choice', options, correctAnswer, pairs = [], parts = [] } = question;
  const incomplete = <Text muted>{t('learnerView.incomplete')}</Text>;
  switch (kind) {
    case 'matching':
      if (pairs.length < quizLimits.pairsMin) return incomplete;
      return (
        <Arranging
          key={formatPairs(pairs)}
          lefts={pairs.map(({ left }) => left)}
          texts={pairs.map(({ right }) => right)}
          label={t('learnerView.pairs')}
          toAnswer={(rights) =>
            formatPairs(pairs.map(({ left }, place) => ({ left, right: rights[place] ?? '' })))
          }
          judge={judge}
        />
      );
    case 'ordering':
      if (parts.length < quizLimits.partsMin) return incomplete;
      return (
        <Arranging
          key={parts.join('\n')}
          texts={parts}
          label={t('learnerView.order')}
          toAnswer={formatOrder}
          judge={judge}
        />
      );
    default:
      if (kind === 'typed' || (kind === 'listening' && options.length === 0))
        return isBlank(correctAnswer) ? incomplete : <Typing judge={judge} />;
      return options.length < quizLimits.optionsMin ? (
        incomplete
      ) : (
        <Choosing options={options} recordings={kind === 'choice' ? question.recordings : []} judge={judge} />
      );
  }
}

const verdictLabels = {
  right: 'learnerView.right',
  almost: 'learnerView.almost',
  wrong: 'learnerView.wrong',
} as const;
const verdictTones = { right: 'green', almost: 'yellow', wrong: 'red' } as const;

function Verdict({ verdict }: { verdict: AnswerVerdict | null }) {
  const t = useMessages();
  return (
    <Inline gap={2} role="status">
      {verdict === null ? null : <Badge tone={verdictTones[verdict]}>{t(verdictLabels[verdict])}</Badge>}
      {verdict === 'almost' ? <Text size="small">{t('learnerView.almostHint')}</Text> : null}
    </Inline>
  );
}

function Typing({ judge }: { judge: Judge }) {
  const t = useMessages();
  const [text, setText] = useState('');
  return (
    <Stack gap={1}>
      <FormField label={t('learnerView.answer')}>
        <TextInput value={text} lang={detectLang(text)} onChange={({ target }) => setText(target.value)} />
      </FormField>
      <Verdict verdict={isBlank(text) ? null : judge(text)} />
    </Stack>
  );
}

interface ChoosingProps {
  options: readonly string[];
  /** None when the learner chooses what was heard. */
  recordings: Question['recordings'];
  judge: Judge;
}

function Choosing({ options, recordings, judge }: ChoosingProps) {
  const t = useMessages();
  const [chosen, setChosen] = useState('');
  const answer = options.find((_, place) => String(place) === chosen);
  return (
    <Stack gap={2}>
      <RadioGroup
        aria-label={t('learnerView.answer')}
        options={options.map((option, place) => ({
          value: String(place),
          label: <MixedLanguageText>{option}</MixedLanguageText>,
          aside: <Recordings recordings={recordings} text={option} isOption />,
        }))}
        value={chosen}
        onValueChange={setChosen}
      />
      <Verdict verdict={answer === undefined ? null : judge(answer)} />
    </Stack>
  );
}

/** The places of texts in another order, unless every order looks the same. */
function shuffledPlaces(texts: readonly string[]): number[] {
  const places = seededShuffle(createSeed()).sample(texts.map((_, place) => place));
  const looksOrdered = places.every(
    (place, index) => answerKey(texts[place] ?? '') === answerKey(texts[index] ?? ''),
  );
  return looksOrdered ? [...places.slice(1), ...places.slice(0, 1)] : places;
}

interface ArrangingProps {
  /** What the texts are put beside. */
  lefts?: readonly string[];
  /** In the right order. */
  texts: readonly string[];
  label: string;
  /** The answer as text, by the texts in the learner's order. */
  toAnswer: (texts: readonly string[]) => string;
  judge: Judge;
}

/** Texts that are put into order, and judged when asked. */
function Arranging({ lefts, texts, label, toAnswer, judge }: ArrangingProps) {
  const t = useMessages();
  const [items, setItems] = useState(() =>
    shuffledPlaces(texts).map((place) => ({ id: place + 1, text: texts[place] ?? '' })),
  );
  const [isJudged, setJudged] = useState(false);
  return (
    <Stack gap={3}>
      <SortableTexts
        label={label}
        {...(lefts === undefined ? {} : { lefts })}
        items={items}
        onChange={(next) => {
          setItems([...next]);
          setJudged(false);
        }}
      />
      <Inline gap={3}>
        <Button size="small" onClick={() => setJudged(true)}>
          {t('learnerView.check')}
        </Button>
        <Verdict verdict={isJudged ? judge(toAnswer(items.map(({ text }) => text))) : null} />
      </Inline>
    </Stack>
  );
}
