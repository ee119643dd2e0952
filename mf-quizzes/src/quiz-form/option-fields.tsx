import { useOfferUndo } from '@khmer-learning/console-kit';
import { quizLimits } from '@khmer-learning/contracts';
import {
  Button,
  CloseIcon,
  color,
  fontSize,
  IconButton,
  narrowBreakpoint,
  PlusIcon,
  Radio,
  Stack,
  space,
  TextInput,
  translateServerMessage,
  useFieldLabelId,
} from '@khmer-learning/ui-kit';
import { type Ref, useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import styled from 'styled-components';
import { detectLang } from '../khmer/mixed-language-text.tsx';
import { useMessages } from '../messages/messages.ts';
import { QuestionTextRecordings, useRemoveOptionRecordings } from './question-recordings.tsx';

const Options = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  align-items: start;
  gap: ${space(3)} ${space(6)};
  @media (max-width: ${narrowBreakpoint}) { grid-template-columns: minmax(0, 1fr); }
`;

/* Radio, text input, recordings and remove button in a row, with the error message under the input. */
const Option = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto 1.875rem;
  align-items: center;
  gap: ${space(1)} ${space(2.5)};
  @media (max-width: ${narrowBreakpoint}) { grid-template-columns: auto minmax(0, 1fr) 1.875rem; }
`;

/* On a narrow screen, they are under the input. */
const OptionRecordings = styled.div`
  @media (max-width: ${narrowBreakpoint}) { grid-column: 2 / -1; grid-row: 2; }
`;

const OptionError = styled.p`grid-column: 2; color: ${color('dangerText')}; font-size: ${fontSize.small};`;

interface OptionFieldsProps {
  options: readonly string[];
  /** Index of the correct option; null if none is selected. */
  correctIndex: number | null;
  errors: readonly (string | undefined)[];
  onOptionsChange: (options: readonly string[]) => void;
  onCorrectIndexChange: (correctIndex: number | null) => void;
  onBlur: () => void;
  optionsRef: Ref<HTMLInputElement>;
  correctIndexRef: Ref<HTMLInputElement>;
}

/** Two to four options, one of which is marked as the correct answer. */
export function OptionFields({
  options,
  correctIndex,
  errors,
  onOptionsChange,
  onCorrectIndexChange,
  onBlur,
  optionsRef,
  correctIndexRef,
}: OptionFieldsProps) {
  const t = useMessages();
  const name = useId();
  const labelId = useFieldLabelId();
  const root = useRef<HTMLDivElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);

  const add = () => {
    // Render the new input synchronously so that it can be focused.
    flushSync(() => onOptionsChange([...options, '']));
    [...(root.current?.querySelectorAll<HTMLInputElement>('input[data-option]') ?? [])].at(-1)?.focus();
  };
  const offerUndo = useOfferUndo();
  const removeRecordings = useRemoveOptionRecordings();
  const remove = (index: number) => {
    flushSync(() => {
      removeRecordings(index);
      onOptionsChange(options.filter((_, other) => other !== index));
      // The selection follows its option. Removing the selected option clears it.
      if (correctIndex === index) onCorrectIndexChange(null);
      else if (correctIndex !== null && correctIndex > index) onCorrectIndexChange(correctIndex - 1);
    });
    offerUndo(t('optionFields.removed', { number: index + 1 }));
    const removeButtons = [...(root.current?.querySelectorAll<HTMLElement>('[data-remove-option]') ?? [])];
    // The next option's button, or the previous one's. The last two options have none.
    (removeButtons[index] ?? removeButtons.at(-1) ?? addButton.current)?.focus();
  };

  return (
    <Stack gap={3} ref={root} role="group" aria-labelledby={labelId}>
      <Options>
        {options.map((option, index) => {
          const id = `${name}-${index}`;
          const number = index + 1;
          const error = errors[index];
          return (
            <Option key={id}>
              <Radio
                ref={index === 0 ? correctIndexRef : undefined}
                name={name}
                aria-label={t('optionFields.isCorrect', { number })}
                checked={correctIndex === index}
                onChange={() => onCorrectIndexChange(index)}
              />
              <TextInput
                ref={index === 0 ? optionsRef : undefined}
                data-option=""
                id={id}
                aria-label={t('optionFields.option', { number })}
                aria-invalid={error !== undefined}
                aria-describedby={error === undefined ? undefined : `${id}-error`}
                placeholder={t('optionFields.option', { number })}
                lang={detectLang(option)}
                value={option}
                onChange={({ target }) =>
                  onOptionsChange(options.map((text, other) => (other === index ? target.value : text)))
                }
                onBlur={onBlur}
              />
              <OptionRecordings>
                <QuestionTextRecordings name={`option-${index}`} text={option} />
              </OptionRecordings>
              {options.length > quizLimits.optionsMin ? (
                <IconButton
                  size="small"
                  dangerous
                  data-remove-option=""
                  label={t('optionFields.remove', { number })}
                  tooltip={t('optionFields.removeTooltip')}
                  icon={<CloseIcon aria-hidden="true" />}
                  onClick={() => remove(index)}
                />
              ) : null}
              {error === undefined ? null : (
                <OptionError id={`${id}-error`}>{translateServerMessage(error)}</OptionError>
              )}
            </Option>
          );
        })}
      </Options>
      {options.length < quizLimits.optionsMax ? (
        <div>
          <Button size="small" ref={addButton} icon={<PlusIcon aria-hidden="true" />} onClick={add}>
            {t('optionFields.add')}
          </Button>
        </div>
      ) : null}
    </Stack>
  );
}
