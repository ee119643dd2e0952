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
  useFieldLabelId,
} from '@khmer-learning/ui-kit';
import { type Ref, useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import styled from 'styled-components';
import { detectLang } from '../khmer/mixed-language-text.tsx';

const Options = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  align-items: start;
  gap: ${space(3)} ${space(6)};
  @media (max-width: ${narrowBreakpoint}) { grid-template-columns: minmax(0, 1fr); }
`;

/* The radio, the text and the button that removes it; what is wrong stands under the text. */
const Option = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) 1.875rem;
  align-items: center;
  gap: ${space(1)} ${space(2.5)};
`;

const OptionError = styled.p`grid-column: 2; color: ${color('dangerText')}; font-size: ${fontSize.small};`;

interface OptionFieldsProps {
  options: readonly string[];
  /** The place of the right one; null while none is marked. */
  correctIndex: number | null;
  /** What is wrong with each option. */
  errors: readonly (string | undefined)[];
  onOptionsChange: (options: readonly string[]) => void;
  onCorrectIndexChange: (correctIndex: number | null) => void;
  onBlur: () => void;
  /** The first text. */
  optionsRef: Ref<HTMLInputElement>;
  /** The first radio. */
  correctIndexRef: Ref<HTMLInputElement>;
}

/** Two to four options, one of which is marked as the right answer (spec 4). */
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
  const name = useId();
  const labelId = useFieldLabelId();
  const root = useRef<HTMLDivElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);

  const add = () => {
    // The new field has to exist before it can have the focus.
    flushSync(() => onOptionsChange([...options, '']));
    [...(root.current?.querySelectorAll<HTMLInputElement>('input[data-option]') ?? [])].at(-1)?.focus();
  };
  const remove = (index: number) => {
    flushSync(() => {
      onOptionsChange(options.filter((_, other) => other !== index));
      // The mark stays with the option it was set on, or goes with it.
      if (correctIndex === index) onCorrectIndexChange(null);
      else if (correctIndex !== null && correctIndex > index) onCorrectIndexChange(correctIndex - 1);
    });
    addButton.current?.focus();
  };

  return (
    <Stack gap={3} ref={root} role="group" aria-labelledby={labelId}>
      <Options>
        {options.map((option, index) => {
          const id = `${name}-${index}`;
          const error = errors[index];
          return (
            <Option key={id}>
              <Radio
                ref={index === 0 ? correctIndexRef : undefined}
                name={name}
                aria-label={`Option ${index + 1} is the right answer`}
                checked={correctIndex === index}
                onChange={() => onCorrectIndexChange(index)}
              />
              <TextInput
                ref={index === 0 ? optionsRef : undefined}
                data-option=""
                id={id}
                aria-label={`Option ${index + 1}`}
                aria-invalid={error !== undefined}
                aria-describedby={error === undefined ? undefined : `${id}-error`}
                placeholder={`Option ${index + 1}`}
                lang={detectLang(option)}
                value={option}
                onChange={({ target }) =>
                  onOptionsChange(options.map((text, other) => (other === index ? target.value : text)))
                }
                onBlur={onBlur}
              />
              {options.length > quizLimits.optionsMin ? (
                <IconButton
                  size="small"
                  dangerous
                  label={`Remove option ${index + 1}`}
                  tooltip="Remove option"
                  icon={<CloseIcon aria-hidden="true" />}
                  onClick={() => remove(index)}
                />
              ) : null}
              {error === undefined ? null : <OptionError id={`${id}-error`}>{error}</OptionError>}
            </Option>
          );
        })}
      </Options>
      {options.length < quizLimits.optionsMax ? (
        <div>
          <Button size="small" ref={addButton} icon={<PlusIcon aria-hidden="true" />} onClick={add}>
            Add Option
          </Button>
        </div>
      ) : null}
    </Stack>
  );
}
