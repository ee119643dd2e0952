import { type ReactNode, type Ref, useId } from 'react';
import styled from 'styled-components';
import { color, fontSize, space } from '../foundation/tokens.ts';
import { langProps } from '../text/lang-props.ts';
import { checkableLabelStyle } from './checkable-style.ts';
import { useFieldControl, useFieldLabelId } from './form-field.tsx';
import { Radio } from './radio.tsx';

const Group = styled.div`display: flex; flex-direction: column; gap: ${space(2)};`;

const Label = styled.label`${checkableLabelStyle}`;
const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)};
  & > label { min-width: 0; }
  /* The whole line is clickable. */
  & > label:only-child { flex: 1; }
`;
const Hint = styled.span`display: block; color: ${color('textMuted')}; font-size: ${fontSize.small};`;

export interface RadioOption<Value extends string> {
  value: Value;
  label: ReactNode;
  hint?: string;
  /** Beside the label and not a part of it, such as a button. */
  aside?: ReactNode;
  disabled?: boolean;
}

export interface RadioGroupProps<Value extends string> {
  options: readonly RadioOption<Value>[];
  /** An empty string without a selection. */
  value: Value | '';
  onValueChange: (value: Value) => void;
  /** Required outside a `FormField group`. */
  'aria-label'?: string;
  disabled?: boolean;
  onBlur?: () => void;
  /** The first radio, so that a form can focus it. */
  ref?: Ref<HTMLInputElement>;
}

/** A group of native radios for a few options. In a form, wrap it in a `FormField group`. */
export function RadioGroup<Value extends string>({
  options,
  value,
  onValueChange,
  'aria-label': ariaLabel,
  disabled = false,
  onBlur,
  ref,
}: RadioGroupProps<Value>) {
  const name = useId();
  const labelId = useFieldLabelId();
  return (
    <Group
      {...useFieldControl()}
      role="radiogroup"
      aria-label={ariaLabel}
      aria-labelledby={ariaLabel === undefined ? labelId : undefined}
    >
      {options.map((option, index) => (
        <Row key={option.value}>
          <Label {...langProps(option.label)}>
            <Radio
              ref={index === 0 ? ref : undefined}
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={disabled || option.disabled}
              onChange={() => onValueChange(option.value)}
              onBlur={onBlur}
            />
            <span>
              {option.label}
              {option.hint === undefined ? null : <Hint>{option.hint}</Hint>}
            </span>
          </Label>
          {option.aside}
        </Row>
      ))}
    </Group>
  );
}
