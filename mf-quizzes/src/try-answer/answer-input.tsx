import { PlayButton } from '@khmer-learning/console-kit';
import {
  formatOrder,
  formatPairs,
  type Quiz,
  quizLimits,
  recordingFinder,
  recordingLanguages,
} from '@khmer-learning/contracts';
import { answerKey, isBlank } from '@khmer-learning/khmer-text';
import { FormField, RadioGroup, Text, TextInput } from '@khmer-learning/ui-kit';
import { detectLang, MixedLanguageText } from '../khmer/mixed-language-text.tsx';
import { useMessages } from '../messages/messages.ts';
import { type QuestionFormValues, toQuestion } from '../quiz-form/question-values.ts';
import { createSeed, seededShuffle } from '../random/seeded-shuffle.ts';
import { type SortableText, SortableTexts } from './sortable-texts.tsx';

export type Question = Quiz['questions'][number];

/** The question as it would be stored without what is still empty; its place is its id. */
export function toAskedQuestion(values: QuestionFormValues, id: number): Question {
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

/** What a learner has answered so far: a text, or texts in an order. */
export interface GivenAnswer {
  readonly text: string;
  readonly order: readonly SortableText[];
}

/** The texts that the learner puts into order: the right-hand sides of pairs, or parts. None when the answer is another one. */
export function arrangedTexts({ kind, pairs = [], parts = [] }: Question): readonly string[] {
  if (kind === 'matching') return pairs.map(({ right }) => right);
  return kind === 'ordering' ? parts : [];
}

/** The places of texts in another order, unless every order looks the same. */
function shuffledPlaces(texts: readonly string[]): number[] {
  const places = seededShuffle(createSeed()).sample(texts.map((_, place) => place));
  const looksOrdered = places.every(
    (place, index) => answerKey(texts[place] ?? '') === answerKey(texts[index] ?? ''),
  );
  return looksOrdered ? [...places.slice(1), ...places.slice(0, 1)] : places;
}

/** The answer to a question before the learner answers it. */
export function startAnswer(question: Question): GivenAnswer {
  const texts = arrangedTexts(question);
  const order = shuffledPlaces(texts).map((place) => ({ id: place + 1, text: texts[place] ?? '' }));
  return { text: '', order };
}

/** The answer as the text that is judged; empty without an answer. */
export function answerText({ kind, options, pairs = [] }: Question, { text, order }: GivenAnswer): string {
  if (kind === 'matching')
    return formatPairs(pairs.map(({ left }, place) => ({ left, right: order[place]?.text ?? '' })));
  if (kind === 'ordering') return formatOrder(order.map((part) => part.text));
  return options.length > 0 && kind !== 'typed' && !options.includes(text) ? '' : text;
}

/** Whether a question lacks what learners need to answer it. */
export function isIncomplete({
  kind = 'choice',
  options,
  correctAnswer,
  pairs = [],
  parts = [],
}: Question): boolean {
  if (kind === 'matching') return pairs.length < quizLimits.pairsMin;
  if (kind === 'ordering') return parts.length < quizLimits.partsMin;
  const isTyped = kind === 'typed' || (kind === 'listening' && options.length === 0);
  return isTyped ? isBlank(correctAnswer) : options.length < quizLimits.optionsMin;
}

interface RecordingsProps {
  recordings: Question['recordings'];
  text: string;
  isOption?: boolean;
}

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

export function QuestionText({ question }: { question: Question }) {
  return (
    <>
      <Text strong>
        <MixedLanguageText>{question.question}</MixedLanguageText>
      </Text>
      {/* Of a listening question, what is said: its answer. */}
      <Recordings
        recordings={question.recordings}
        text={question.kind === 'listening' ? question.correctAnswer : question.question}
      />
    </>
  );
}

interface AnswerInputProps {
  question: Question;
  given: GivenAnswer;
  onChange: (given: GivenAnswer) => void;
}

export function AnswerInput({ question, given, onChange }: AnswerInputProps) {
  const t = useMessages();
  const { kind = 'choice', options, pairs = [] } = question;
  const { text, order } = given;
  if (isIncomplete(question)) return <Text muted>{t('learnerView.incomplete')}</Text>;
  if (kind === 'matching' || kind === 'ordering')
    return (
      <SortableTexts
        label={t(kind === 'matching' ? 'learnerView.pairs' : 'learnerView.order')}
        {...(kind === 'matching' ? { lefts: pairs.map(({ left }) => left) } : {})}
        items={order}
        onChange={(next) => onChange({ ...given, order: next })}
      />
    );
  if (kind === 'typed' || options.length === 0)
    return (
      <FormField label={t('learnerView.answer')}>
        <TextInput
          value={text}
          lang={detectLang(text)}
          onChange={({ target }) => onChange({ ...given, text: target.value })}
        />
      </FormField>
    );
  return (
    <RadioGroup
      aria-label={t('learnerView.answer')}
      options={options.map((option, place) => ({
        value: String(place),
        label: <MixedLanguageText>{option}</MixedLanguageText>,
        // None when the learner chooses what was heard.
        aside:
          kind === 'choice' ? <Recordings recordings={question.recordings} text={option} isOption /> : null,
      }))}
      value={options.includes(text) ? String(options.indexOf(text)) : ''}
      onValueChange={(place) => onChange({ ...given, text: options[Number(place)] ?? '' })}
    />
  );
}
