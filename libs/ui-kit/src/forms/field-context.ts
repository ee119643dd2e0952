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
 * Ties a control to the `FormField` around it. Every control of the kit calls this; a control of your own
 * (an editor, an upload) does the same and spreads the result on the element that takes the focus.
 * @param own attributes the control was given itself; they win
 * @returns `id`, `aria-describedby`, `aria-invalid` and `aria-required`; only `own` outside a field
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
 * Names a group of controls (radios, an editor) after the `FormField` around it.
 * @returns the id of the field's label, for `aria-labelledby`; undefined outside a field
 */
export function useFieldLabelId(): string | undefined {
  return useContext(FieldContext)?.labelId;
}
