import { createContext, useContext } from 'react';

interface FieldContextValue {
  controlId: string;
  labelId: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
}

export const FieldContext = createContext<FieldContextValue | null>(null);

interface ControlProps {
  id?: string | undefined;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling' | undefined;
  'aria-required'?: boolean | 'true' | 'false' | undefined;
}

/**
 * Connects a control to the surrounding `FormField`. Every control of the kit calls this. A custom control (an editor,
 * an upload) must call it, too, and spread the result on its focusable element.
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

/**
 * Names a group of controls (radios, an editor) after the surrounding `FormField`.
 * @returns the id of the field's label, for `aria-labelledby`; undefined outside a field
 */
export function useFieldLabelId(): string | undefined {
  return useContext(FieldContext)?.labelId;
}
