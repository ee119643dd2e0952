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
  /** Entries no question could be made of. */
  unusable: number;
  /** The texts of questions that the quiz has already. */
  existingQuestions: ReadonlySet<string>;
  /** The texts of questions that are not to be added. */
  excluded: ReadonlySet<string>;
  onExcludedChange: (excluded: ReadonlySet<string>) => void;
  onShuffle: () => void;
}

/** What was generated, each question to be taken or left. */
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
      <Callout tone="warning" title="No question can be made of this section" announce>
        A question needs a wrong option beside the right one, so the lesson needs at least two entries with
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
                    {index === correctAnswer ? <VisuallyHidden> (right answer)</VisuallyHidden> : null}
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
    ? '1 entry is left out: it is too long, or nothing in the lesson differs from it.'
    : `${entries} entries are left out: they are too long, or nothing in the lesson differs from them.`;
}

function existingQuestionsNote(questions: number): string {
  if (questions === 0) return '';
  return questions === 1 ? ' 1 is in the quiz already.' : ` ${questions} are in the quiz already.`;
}
