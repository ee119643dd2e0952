import { FormField, TextArea, TextInput } from '@khmer-learning/ui-kit';
import type { ChangeEvent, ReactNode } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { CommentMark } from '../comments/comment-mark.tsx';
import type { ComparedField } from '../comparing/field-differences.tsx';
import type { MergeShape } from '../comparing/three-way-merge.ts';

/** What the input of a field is connected with. */
export interface FieldControl<Part> {
  readonly name: string;
  readonly value: Part;
  readonly onChange: (next: Part | ChangeEvent) => void;
  readonly onBlur: () => void;
  readonly ref: (control: HTMLElement | null) => void;
}

/** One field of a kind of item: how its form shows it, and how two versions of it are compared and merged. */
export interface ItemField<Part, Item = unknown> {
  readonly label: string;
  /** The value as a text. Default: the value is one. */
  readonly format?: (part: Part) => string;
  /** The text is the address of a picture. */
  readonly isPicture?: true;
  /** Default: the value is taken as a whole. */
  readonly merge?: MergeShape;
  /** Compares two items, instead of the texts of the values. */
  readonly compare?: (
    theirs: Item,
    yours: Item,
  ) => readonly ComparedField[] | Promise<readonly ComparedField[]>;
  /** Marks the input as required. The form's schema validates it. */
  readonly required?: true;
  /** The input that `FieldRow` shows; absent for a field that its form draws itself. */
  readonly input?: (control: FieldControl<Part>) => ReactNode;
}

/** The fields of a kind of item in the order of its form. */
export type ItemFields<Parts, Item = unknown> = {
  readonly [Name in keyof Parts]: ItemField<Parts[Name], Item>;
};

/** How an item becomes the values of its form, and these the parts that `ItemFields` describe. */
export interface ItemMapping<Item, Values, Parts, Merged = Values> {
  /** The form's values for an item; null for a new one. */
  readonly toValues: (item: Item | null) => Values;
  /** The values with together what belongs together, such as a price and whether there is one. */
  readonly toParts: (values: Values) => Parts;
  /** The values that merged parts put into the form. */
  readonly fromParts: (parts: Parts) => Merged;
}

/** A line of text. */
export const lineField = (label: string): ItemField<string> => ({
  label,
  input: (control) => <TextInput {...control} />,
});

/** A text that is merged line by line. */
export const linesField = (label: string): ItemField<string> => ({
  label,
  merge: linesShape(label),
  input: (control) => <TextArea {...control} />,
});

/** The fields that can be commented on by themselves. */
const commentedFields: ReadonlySet<string> = new Set(['title', 'description']);

interface FieldRowProps<Parts, Name extends keyof Parts> {
  fields: ItemFields<Parts, never>;
  /** The field whose part is the form's value of the same name. */
  name: Name;
  hint?: ReactNode;
}

/** The row of a field in its form: label, input and error. Rows are registered, and invalid ones focused, in screen order. */
export function FieldRow<Parts, Name extends keyof Parts & string>({
  fields,
  name,
  hint,
}: FieldRowProps<Parts, Name>) {
  const { label, required = false, input } = fields[name];
  const { field, fieldState } = useController({ control: useFormContext().control, name: name as string });
  return (
    <div data-comment-place="">
      <FormField
        label={label}
        required={required}
        error={fieldState.error?.message}
        hint={hint}
        aside={commentedFields.has(name) ? <CommentMark place={{ field: name }} label={label} /> : undefined}
      >
        {input?.(field)}
      </FormField>
    </div>
  );
}

/** Compares two items field by field. Includes fields that are the same. */
export async function compareItems<Item, Parts extends object>(
  fields: ItemFields<Parts, Item>,
  partsOf: (item: Item) => Parts,
  theirs: Item,
  yours: Item,
): Promise<ComparedField[]> {
  const [theirParts, yourParts] = [partsOf(theirs), partsOf(yours)];
  const compared = namesOf(fields).map((name) => {
    const { label, format = String, compare, isPicture = false } = fields[name];
    if (compare !== undefined) return compare(theirs, yours);
    return [{ label, theirs: format(theirParts[name]), yours: format(yourParts[name]), isPicture }];
  });
  return (await Promise.all(compared)).flat();
}

/** How the parts of two versions are merged. */
export function shapeOf<Parts extends object>(fields: ItemFields<Parts, never>): MergeShape {
  const shapes = namesOf(fields).map((name): [string, MergeShape] => {
    const { label, format = String, isPicture = false, merge } = fields[name];
    return [String(name), merge ?? { kind: 'value', label, format, isPicture }];
  });
  return { kind: 'record', fields: Object.fromEntries(shapes) };
}

const namesOf = <Parts extends object>(fields: ItemFields<Parts, never>) =>
  Object.keys(fields) as (keyof Parts)[];

/** A text that is merged line by line, such as a description. @param label its name: `Description` */
function linesShape(label: string): MergeShape {
  return {
    kind: 'text',
    label,
    toRows: (text: string) => text.split('\n'),
    fromRows: (rows) => rows.join('\n'),
    format: String,
  };
}
