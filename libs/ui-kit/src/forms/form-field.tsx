import { createContext, type ReactNode, useContext, useId, useMemo } from 'react';
import styled from 'styled-components';
import { color, fontSize, fontWeight, space } from '../foundation/tokens.ts';
import { useLanguage } from '../i18n/language.ts';
import { translateServerMessage } from '../i18n/server-messages.ts';

interface FieldContextValue {
  controlId: string;
  labelId: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
}

const FieldContext = createContext<FieldContextValue | null>(null);

const Field = styled.div`display: flex; flex-direction: column; gap: ${space(1.5)}; min-width: 0;`;

/* The asterisk is CSS content with an empty alternative text, so it is not part of the label for screen readers. */
const Label = styled.label<{ $required: boolean }>`
  font-size: ${fontSize.small};
  font-weight: ${fontWeight.medium};
  color: ${color('text')};
  ${({ $required }) => $required && `&::after { content: ' *' / ''; color: ${color('dangerText')}; }`}
`;

const LabelRow = styled.div`display: flex; align-items: baseline; justify-content: space-between; gap: ${space(3)};`;

const Hint = styled.p`margin: 0; font-size: ${fontSize.small}; line-height: 1.45; color: ${color('textMuted')};`;

const ErrorText = styled.p`
  margin: 0;
  font-size: ${fontSize.small};
  line-height: 1.45;
  color: ${color('dangerText')};
`;

export interface FormFieldProps {
  label: string;
  /** A control of the kit, or a custom one that calls `useFieldControl`. */
  children: ReactNode;
  /** Help text under the control. */
  hint?: ReactNode;
  /** The validation message. It marks the control as invalid. */
  error?: string | undefined;
  /** Marks the field as required, also for screen readers. The form validates it. */
  required?: boolean;
  /** Content at the end of the label's line, such as a link or a counter. */
  aside?: ReactNode;
  /** The control is a group (radios, an editor). It is named by `useFieldLabelId`, and the label is not clickable. */
  group?: boolean;
}

/** A control with its label, hint and error message, connected with ARIA attributes. */
export function FormField({
  label,
  children,
  hint,
  error,
  required = false,
  aside,
  group = false,
}: FormFieldProps) {
  useLanguage();
  const id = useId();
  const hasHint = hint !== undefined;
  const value = useMemo(() => {
    const described = [error && `${id}-error`, hasHint && `${id}-hint`].filter(Boolean).join(' ');
    return {
      controlId: `${id}-control`,
      labelId: `${id}-label`,
      describedBy: described || undefined,
      invalid: Boolean(error),
      required,
    };
  }, [id, error, hasHint, required]);

  return (
    <Field>
      <LabelRow>
        <Label
          id={value.labelId}
          $required={required}
          {...(group ? { as: 'span' as const } : { htmlFor: value.controlId })}
        >
          {label}
        </Label>
        {aside}
      </LabelRow>
      <FieldContext value={value}>{children}</FieldContext>
      {error ? <ErrorText id={`${id}-error`}>{translateServerMessage(error)}</ErrorText> : null}
      {hasHint ? <Hint id={`${id}-hint`}>{hint}</Hint> : null}
    </Field>
  );
}

interface ControlProps {
  id?: string | undefined;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling' | undefined;
  'aria-required'?: boolean | 'true' | 'false' | undefined;
}

/**
 * Connects a control to the surrounding `FormField`. A custom one must call it, too, and spread the result on its focusable element.
 * @param own the control's own attributes, which take precedence
 * @returns `id`, `aria-describedby`, `aria-invalid` and `aria-required`; outside a field only `own`
 */
export function useFieldControl(own: ControlProps = {}): ControlProps {
  const field = useContext(FieldContext);
  const ownProps = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
  if (!field) return ownProps;
  return {
    id: field.controlId,
    'aria-describedby': field.describedBy,
    'aria-invalid': field.invalid || undefined,
    'aria-required': field.required || undefined,
    ...ownProps,
  };
}

/** The name of a control that no `<label>` can name: its own, or that of the surrounding `FormField`. */
export function useFieldName(ariaLabel: string | undefined): {
  'aria-label'?: string;
  'aria-labelledby'?: string | undefined;
} {
  const labelId = useFieldLabelId();
  return ariaLabel === undefined ? { 'aria-labelledby': labelId } : { 'aria-label': ariaLabel };
}

/** The id of the label of the surrounding `FormField`, for `aria-labelledby` of a group of controls; undefined outside a field. */
export function useFieldLabelId(): string | undefined {
  return useContext(FieldContext)?.labelId;
}
