import { PlayButton } from '@khmer-learning/console-kit';
import {
  formatOrder,
  formatPairs,
  type QuestionKind,
  type RecordingLanguage,
  uploadUrl,
} from '@khmer-learning/contracts';
import {
  Button,
  Callout,
  Checkbox,
  CheckIcon,
  color,
  fontSize,
  Inline,
  RefreshCwIcon,
  Stack,
  space,
  Text,
  VisuallyHidden,
} from '@khmer-learning/ui-kit';
import styled from 'styled-components';
import { MixedLanguageText } from '../khmer/mixed-language-text.tsx';
import { message, useMessages } from '../messages/messages.ts';
import { toQuestion } from '../quiz-form/question-values.ts';
import { type GeneratedQuestion, questionKey } from './generate-questions.ts';

const List = styled.ul`
  display: flex;
  flex-direction: column;
  gap: ${space(3)};
  padding: 0;
  list-style: none;
`;

const Options = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr));
  gap: ${space(1)} ${space(4)};
  padding: 0 0 0 ${space(6)};
  list-style: none;
  color: ${color('textMuted')};
  font-size: ${fontSize.small};
  overflow-wrap: anywhere;
`;

const Option = styled.li<{ $right: boolean }>`
  display: flex;
  align-items: center;
  gap: ${space(1.5)};
  min-width: 0;
  ${({ $right }) => $right && `color: ${color('greenText')}; font-weight: 500;`}
  & > svg { flex: none; }
`;

interface GeneratedQuestionListProps {
  kind: QuestionKind;
  /** In which a listening question says its answer. */
  language: RecordingLanguage;
  questions: readonly GeneratedQuestion[];
  /** Number of skipped entries. */
  unusable: number;
  /** The keys of the questions that are already in the quiz (`questionKey`). */
  existingQuestions: ReadonlySet<string>;
  /** The keys of the questions that will not be added. */
  excluded: ReadonlySet<string>;
  onExcludedChange: (excluded: ReadonlySet<string>) => void;
  onShuffle: () => void;
}

/** The generated questions, each with a checkbox that includes it. */
export function GeneratedQuestionList({
  kind,
  language,
  questions,
  unusable,
  existingQuestions,
  excluded,
  onExcludedChange,
  onShuffle,
}: GeneratedQuestionListProps) {
  const t = useMessages();
  if (questions.length === 0) {
    return (
      <Callout tone="warning" title={t('generatedQuestions.none')} announce>
        {kind === 'listening' ? t('generatedQuestions.noListening', { language }) : t(noneReasons[kind])}
      </Callout>
    );
  }

  const toggle = (key: string, isIncluded: boolean) => {
    const next = new Set(excluded);
    if (isIncluded) next.delete(key);
    else next.add(key);
    onExcludedChange(next);
  };

  const existingCount = questions.filter((question) => existingQuestions.has(questionKey(question))).length;
  return (
    <Stack gap={3}>
      <Inline justify="between">
        <Text size="small" muted>
          {entriesNote(kind, unusable)}
          {existingCount === 0 ? null : ` ${t('generatedQuestions.existing', { count: existingCount })}`}
        </Text>
        <Button size="small" icon={<RefreshCwIcon aria-hidden="true" />} onClick={onShuffle}>
          {kind === 'choice' ? t('generatedQuestions.shuffleOptions') : t('generatedQuestions.shuffle')}
        </Button>
      </Inline>
      <List aria-label={t('generatedQuestions.label')}>
        {questions.map((generated) => (
          <li key={questionKey(generated)}>
            <Inline gap={2}>
              <Checkbox
                checked={!excluded.has(questionKey(generated))}
                onChange={({ target }) => toggle(questionKey(generated), target.checked)}
              >
                <MixedLanguageText>{labelOf(generated)}</MixedLanguageText>
              </Checkbox>
              {generated.recordings?.map(({ text, file }) => (
                <PlayButton key={file} url={uploadUrl(file)} label={t('generatedQuestions.play', { text })} />
              ))}
            </Inline>
            <Options>
              {answersOf(generated).map(({ text, isRight, isMarked }) => (
                <Option key={text} $right={isRight}>
                  {isMarked ? <CheckIcon size={14} aria-hidden="true" /> : null}
                  <span>
                    <MixedLanguageText>{text}</MixedLanguageText>
                    {isMarked ? (
                      <VisuallyHidden>{` ${t('generatedQuestions.correct')}`}</VisuallyHidden>
                    ) : null}
                  </span>
                </Option>
              ))}
            </Options>
          </li>
        ))}
      </List>
    </Stack>
  );
}

/** The question; of a listening question also what is said, because all ask the same. */
function labelOf(generated: GeneratedQuestion): string {
  const { kind, question, correctAnswer } = toQuestion(generated);
  return kind === 'listening' ? `${question} “${correctAnswer}”` : question;
}

/** What a question shows below its text; the right answers among others are marked. */
function answersOf(generated: GeneratedQuestion): { text: string; isRight: boolean; isMarked: boolean }[] {
  const {
    kind = 'choice',
    options,
    correctAnswer,
    answer = '',
    acceptedAnswers = [],
    wrongOptions = [],
    isTyped = kind === 'typed',
  } = generated;
  const { pairs = [], parts = [] } = generated;
  const right = (text: string) => ({ text, isRight: true, isMarked: false });
  if (kind === 'matching') return pairs.map((pair) => right(formatPairs([pair])));
  if (kind === 'ordering') return [right(formatOrder(parts))];
  const texts = isTyped ? [answer, ...acceptedAnswers, ...wrongOptions] : options;
  return texts.map((text, index) => {
    const isRight = isTyped ? index <= acceptedAnswers.length : index === correctAnswer;
    return { text, isRight, isMarked: isRight };
  });
}

const noneReasons = {
  choice: 'generatedQuestions.noChoice',
  typed: 'generatedQuestions.noTyped',
  matching: 'generatedQuestions.noMatching',
  ordering: 'generatedQuestions.noOrdering',
} as const satisfies Record<Exclude<QuestionKind, 'listening'>, string>;

const completeNotes = {
  choice: 'generatedQuestions.oneForEachWord',
  typed: 'generatedQuestions.oneForEachWord',
  listening: 'generatedQuestions.oneForEachRecording',
  matching: 'generatedQuestions.eachWordInOne',
  ordering: 'generatedQuestions.oneForEachEnglish',
} as const satisfies Record<QuestionKind, string>;

/** How the questions relate to the entries. */
function entriesNote(kind: QuestionKind, unusable: number): string {
  if (unusable === 0) return message(completeNotes[kind]);
  if (kind === 'choice') return message('generatedQuestions.skippedChoice', { count: unusable });
  if (kind === 'listening') return message('generatedQuestions.skippedListening', { count: unusable });
  return message('generatedQuestions.skipped', { count: unusable });
}
