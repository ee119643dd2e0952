import { z } from 'zod';
import { oneOf } from './fields.ts';

/** A field of an item that people edit. */
export interface ItemField<In extends z.ZodType = z.ZodType, Stored extends z.ZodType = z.ZodType> {
  /** Its English name, which imports show: `Main lesson`. */
  readonly name: string;
  /** The rule for input. */
  readonly input: In;
  /** What is stored and answered, whatever the rule is. */
  readonly stored: Stored;
}
type ItemFields = Readonly<Record<string, ItemField>>;

/** A field with a text. */
export const textField = <In extends z.ZodType>(name: string, input: In) => ({
  ...{ name, input, stored: z.string() },
});

/** A field with one of some values. */
export const choiceField = <const V extends readonly [string, ...string[]]>(name: string, values: V) => ({
  ...{ name, input: oneOf(name, values), stored: z.enum(values) },
});

/** A part of each field, by the names of the fields in their order. */
function partOf<F extends ItemFields, P extends keyof ItemField>(fields: F, part: P) {
  const parts = Object.entries(fields).map(([key, field]) => [key, field[part]] as const);
  return Object.fromEntries(parts) as { [K in keyof F]: F[K][P] };
}

/** The schema of the fields as input. */
export const inputOf = <F extends ItemFields>(fields: F) => z.object(partOf(fields, 'input'));
/** The schemas of the fields as they are stored. */
export const storedOf = <F extends ItemFields>(fields: F) => partOf(fields, 'stored');
/** The English names of the fields. */
export const namesOf = <F extends ItemFields>(fields: F) => partOf(fields, 'name');
