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
import { KhmerWords } from '../khmer/khmer-words.tsx';
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

interface GeneratedListProps {
  questions: readonly GeneratedQuestion[];
  /** Entries no question could be made of. */
  unusable: number;
  /** The texts of questions that the quiz has already. */
  asked: ReadonlySet<string>;
  /** The texts of questions that are not to be added. */
  unwanted: ReadonlySet<string>;
  onUnwanted: (unwanted: ReadonlySet<string>) => void;
  onShuffle: () => void;
}

/** What was generated, each question to be taken or left. */
export function GeneratedList({
  questions,
  unusable,
  asked,
  unwanted,
  onUnwanted,
  onShuffle,
}: GeneratedListProps) {
  if (questions.length === 0) {
    return (
      <Callout tone="warning" title="No question can be made of this section" announce>
        A question needs a wrong option beside the right one, so the lesson needs at least two entries with
        different words.
      </Callout>
    );
  }

  const toggle = (question: string, isWanted: boolean) => {
    const next = new Set(unwanted);
    if (isWanted) next.delete(question);
    else next.add(question);
    onUnwanted(next);
  };

  const again = questions.filter(({ question }) => asked.has(question)).length;
  return (
    <Stack gap={3}>
      <Inline justify="between">
        <Text size="small" muted>
          {`${unusable === 0 ? 'One question for each word.' : leftOut(unusable)}${alreadyThere(again)}`}
        </Text>
        <Button size="small" icon={<RefreshCwIcon aria-hidden="true" />} onClick={onShuffle}>
          Shuffle options
        </Button>
      </Inline>
      <List aria-label="Generated questions">
        {questions.map(({ question, options, correctAnswer }) => (
          <li key={question}>
            <Checkbox
              checked={!unwanted.has(question)}
              onChange={({ target }) => toggle(question, target.checked)}
            >
              <KhmerWords>{question}</KhmerWords>
            </Checkbox>
            <Options>
              {options.map((option, place) => (
                <Option key={option} $right={place === correctAnswer}>
                  {place === correctAnswer ? <CheckIcon size={14} aria-hidden="true" /> : null}
                  <span>
                    <KhmerWords>{option}</KhmerWords>
                    {place === correctAnswer ? <VisuallyHidden> (right answer)</VisuallyHidden> : null}
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

function leftOut(entries: number): string {
  return entries === 1
    ? '1 entry is left out: it is too long, or nothing in the lesson differs from it.'
    : `${entries} entries are left out: they are too long, or nothing in the lesson differs from them.`;
}

function alreadyThere(questions: number): string {
  if (questions === 0) return '';
  return questions === 1 ? ' 1 is in the quiz already.' : ` ${questions} are in the quiz already.`;
}
