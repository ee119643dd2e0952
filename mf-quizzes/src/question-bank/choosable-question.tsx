import { PlayButton } from '@khmer-learning/console-kit';
import { formatOrder, formatPairs, uploadUrl } from '@khmer-learning/contracts';
import { Checkbox, CheckIcon, color, fontSize, Inline, space, VisuallyHidden } from '@khmer-learning/ui-kit';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { MixedLanguageText } from '../khmer/mixed-language-text.tsx';
import { useMessages } from '../messages/messages.ts';
import { type QuestionFormValues, toQuestion } from '../quiz-form/question-values.ts';

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

export function ChoosableQuestion({
  question,
  checked,
  disabled = false,
  onChange,
  children,
}: {
  question: QuestionFormValues;
  checked: boolean;
  disabled?: boolean;
  onChange: (isChosen: boolean) => void;
  children?: ReactNode;
}) {
  const t = useMessages();
  return (
    <>
      <Inline gap={2}>
        <Checkbox checked={checked} disabled={disabled} onChange={({ target }) => onChange(target.checked)}>
          <MixedLanguageText>{labelOf(question)}</MixedLanguageText>
        </Checkbox>
        {question.recordings?.map(({ text, file }) => (
          <PlayButton key={file} url={uploadUrl(file)} label={t('generatedQuestions.play', { text })} />
        ))}
        {children}
      </Inline>
      <Options>
        {answersOf(question).map(({ text, isRight, isMarked }) => (
          <Option key={text} $right={isRight}>
            {isMarked ? <CheckIcon size={14} aria-hidden="true" /> : null}
            <span>
              <MixedLanguageText>{text}</MixedLanguageText>
              {isMarked ? <VisuallyHidden>{` ${t('generatedQuestions.correct')}`}</VisuallyHidden> : null}
            </span>
          </Option>
        ))}
      </Options>
    </>
  );
}

/** The question; of a listening question also what is said, because all ask the same. */
function labelOf(values: QuestionFormValues): string {
  const { kind, question, correctAnswer } = toQuestion(values);
  return kind === 'listening' ? `${question} “${correctAnswer}”` : question;
}

/** What a question shows below its text; the right answers among others are marked. */
function answersOf(values: QuestionFormValues): { text: string; isRight: boolean; isMarked: boolean }[] {
  const { kind = 'choice', options, correctAnswer, answer = '' } = values;
  const { acceptedAnswers = [], wrongOptions = [], pairs = [], parts = [] } = values;
  const isTyped = kind === 'typed' || (kind === 'listening' && values.isTyped === true);
  const right = (text: string) => ({ text, isRight: true, isMarked: false });
  if (kind === 'matching') return pairs.map((pair) => right(formatPairs([pair])));
  if (kind === 'ordering') return [right(formatOrder(parts))];
  const texts = isTyped ? [answer, ...acceptedAnswers, ...wrongOptions] : options;
  return texts.map((text, index) => {
    const isRight = isTyped ? index <= acceptedAnswers.length : index === correctAnswer;
    return { text, isRight, isMarked: isRight };
  });
}
