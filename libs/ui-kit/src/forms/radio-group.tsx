import { type ComponentProps, type ReactNode, type Ref, useId } from 'react';
import styled from 'styled-components';
import { color, fontSize, radius, space } from '../foundation/tokens.ts';
import { langProps } from '../text/lang-props.ts';
import { checkableLabelStyle, checkableStyle } from './checkable-style.ts';
import { useFieldControl, useFieldName } from './form-field.tsx';

const Circle = styled.input`
  ${checkableStyle}
  border-radius: ${radius.full};
  &::after { inset: 3.5px; border-radius: ${radius.full}; }
  &:focus-visible { border-radius: ${radius.full}; }
`;

/** A single radio, for options that are more than a text. Radios of a group share a `name`, and each needs an `aria-label`. */
export function Radio(props: ComponentProps<'input'>) {
  return <Circle {...props} type="radio" />;
}

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
  return (
    <Group {...useFieldControl()} {...useFieldName(ariaLabel)} role="radiogroup">
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
