import type { QuestionKind, RecordingLanguage } from '@khmer-learning/contracts';
import { Button, Callout, Inline, RefreshCwIcon, Stack, space, Text } from '@khmer-learning/ui-kit';
import styled from 'styled-components';
import { message, useMessages } from '../messages/messages.ts';
import { ChoosableQuestion } from '../question-bank/choosable-question.tsx';
import type { QuestionFormValues } from '../quiz-form/question-values.ts';
import { questionKey } from './generate-questions.ts';

const List = styled.ul`
  display: flex;
  flex-direction: column;
  gap: ${space(3)};
  padding: 0;
  list-style: none;
`;

interface GeneratedQuestionListProps {
  kind: QuestionKind;
  /** In which a listening question says its answer. */
  language: RecordingLanguage;
  questions: readonly QuestionFormValues[];
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
            <ChoosableQuestion
              question={generated}
              checked={!excluded.has(questionKey(generated))}
              onChange={(isIncluded) => toggle(questionKey(generated), isIncluded)}
            />
          </li>
        ))}
      </List>
    </Stack>
  );
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
