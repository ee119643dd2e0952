import { type ReactNode, useId } from 'react';
import styled from 'styled-components';
import {
  color,
  controlHeight,
  duration,
  fontWeight,
  radius,
  shadow,
  space,
  touchTarget,
} from '../foundation/tokens.ts';
import { langProps } from '../text/lang-props.ts';
import { visuallyHiddenStyle } from '../text/visually-hidden.ts';
import { useFieldControl, useFieldName } from './form-field.tsx';

const Group = styled.div`
  display: inline-flex;
  align-self: flex-start;
  max-width: 100%;
  padding: 2px;
  border: 1px solid ${color('border')};
  border-radius: ${radius.medium};
  background: ${color('surfaceSunken')};
`;

const Segment = styled.label`
  position: relative;
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: ${space(1.5)};
  min-height: calc(${controlHeight.medium} - 6px);
  @media (pointer: coarse) { min-height: ${touchTarget}; }
  padding: 0 ${space(3.5)};
  border-radius: 5px;
  color: ${color('textMuted')};
  font-weight: ${fontWeight.medium};
  cursor: pointer;
  transition: background-color ${duration.fast}, color ${duration.fast};

  & > svg { width: 1rem; height: 1rem; }
  &:hover { color: ${color('text')}; }
  &:has(:checked) { background: ${color('surfaceRaised')}; color: ${color('text')}; box-shadow: ${shadow.small}; }
  &:has(:focus-visible) { outline: 2px solid ${color('focus')}; outline-offset: 1px; }
  &:has(:disabled) { opacity: 0.55; cursor: not-allowed; }

  @media (forced-colors: active) { &:has(:checked) { outline: 2px solid Highlight; } }
`;

const Radio = styled.input`${visuallyHiddenStyle}`;

export interface SegmentedToggleProps<Value extends string> {
  options: readonly { value: Value; label: string; icon?: ReactNode }[];
  value: Value;
  onValueChange: (value: Value) => void;
  /** Required outside a `FormField group`. */
  'aria-label'?: string;
  disabled?: boolean;
}

/** Two or three options side by side, such as Free and Paid. For keyboards and screen readers it is a radio group. */
export function SegmentedToggle<Value extends string>({
  options,
  value,
  onValueChange,
  'aria-label': ariaLabel,
  disabled = false,
}: SegmentedToggleProps<Value>) {
  const name = useId();
  return (
    <Group {...useFieldControl()} {...useFieldName(ariaLabel)} role="radiogroup">
      {options.map((option) => (
        <Segment key={option.value} {...langProps(option.label)}>
          <Radio
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={disabled}
            onChange={() => onValueChange(option.value)}
          />
          {option.icon}
          {option.label}
        </Segment>
      ))}
    </Group>
  );
}
