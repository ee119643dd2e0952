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
import type { GeneratedQuestion } from './generate-questions.ts';

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
  questions: readonly GeneratedQuestion[];
  /** Number of skipped entries. */
  unusable: number;
  /** Texts of the questions that are already in the quiz. */
  existingQuestions: ReadonlySet<string>;
  /** Texts of the questions that will not be added. */
  excluded: ReadonlySet<string>;
  onExcludedChange: (excluded: ReadonlySet<string>) => void;
  onShuffle: () => void;
}

/** The generated questions, each with a checkbox that includes it. */
export function GeneratedQuestionList({
  questions,
  unusable,
  existingQuestions,
  excluded,
  onExcludedChange,
  onShuffle,
}: GeneratedQuestionListProps) {
  if (questions.length === 0) {
    return (
      <Callout tone="warning" title="No questions can be generated from this section" announce>
        Each question needs at least one wrong option, so the lesson must have at least two entries with
        different words.
      </Callout>
    );
  }

  const toggle = (question: string, isIncluded: boolean) => {
    const next = new Set(excluded);
    if (isIncluded) next.delete(question);
    else next.add(question);
    onExcludedChange(next);
  };

  const existingCount = questions.filter(({ question }) => existingQuestions.has(question)).length;
  return (
    <Stack gap={3}>
      <Inline justify="between">
        <Text size="small" muted>
          {`${unusable === 0 ? 'One question for each word.' : skippedEntriesNote(unusable)}${existingQuestionsNote(existingCount)}`}
        </Text>
        <Button size="small" icon={<RefreshCwIcon aria-hidden="true" />} onClick={onShuffle}>
          Shuffle options
        </Button>
      </Inline>
      <List aria-label="Generated questions">
        {questions.map(({ question, options, correctAnswer }) => (
          <li key={question}>
            <Checkbox
              checked={!excluded.has(question)}
              onChange={({ target }) => toggle(question, target.checked)}
            >
              <MixedLanguageText>{question}</MixedLanguageText>
            </Checkbox>
            <Options>
              {options.map((option, index) => (
                <Option key={option} $right={index === correctAnswer}>
                  {index === correctAnswer ? <CheckIcon size={14} aria-hidden="true" /> : null}
                  <span>
                    <MixedLanguageText>{option}</MixedLanguageText>
                    {index === correctAnswer ? <VisuallyHidden> (correct answer)</VisuallyHidden> : null}
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

function skippedEntriesNote(entries: number): string {
  return entries === 1
    ? '1 entry was skipped: it is too long, or the lesson has no wrong option for it.'
    : `${entries} entries were skipped: they are too long, or the lesson has no wrong option for them.`;
}

function existingQuestionsNote(questions: number): string {
  if (questions === 0) return '';
  return questions === 1 ? ' 1 is already in the quiz.' : ` ${questions} are already in the quiz.`;
}
