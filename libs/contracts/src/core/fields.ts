import { isBlank, trimInvisible } from '@khmer-learning/khmer-text';
import { z } from 'zod';

/** Default page size of lessons, users, purchases and main lessons. */
export const defaultPageSize = 15;
/** Maximum `limit` of a list call. */
export const maxPageSize = 100;
/** Maximum `offset` of a list call: the skipped rows are read too. `cursor` has no such limit. */
export const maxOffset = 10_000;
/** Totals of lists are exact up to this number. */
export const maxExactTotal = 1_000;
/** Maximum number of rows of a list without `limit` and `offset`. */
export const maxUnpagedRows = 1_000;

/** The number of rows on all pages of a list. */
export const listTotalFields = {
  total: z.number().int(),
  /** `total` is an estimate: there are more rows than can be counted at each request. */
  totalIsEstimate: z.literal(true).optional(),
};
/** `listTotalFields` as a type. */
export interface ListTotal {
  readonly total: number;
  readonly totalIsEstimate?: true | undefined;
}

/** A number that is counted up to `maxExactTotal`. */
export const boundedCountFields = {
  total: z.number().int(),
  /** There are more than `total`: counting stopped there. */
  isMinimum: z.literal(true).optional(),
};
/** `boundedCountFields` as a type. */
export interface BoundedCount {
  readonly total: number;
  readonly isMinimum?: true | undefined;
}

/** A canonical integer: `7`, `-7`; not `07`, `+7`, `7.0`, `7e0`, `0x7`, or with spaces. */
const integerPattern = /^(?:0|-?[1-9]\d*)$/;

/**
 * A number in a path or a query. Any other text than a canonical integer becomes `NaN`.
 *
 * @param schema validates the number; its message also covers invalid text
 */
export const integerParam = <S extends z.ZodType>(schema: S) =>
  z.preprocess(
    (value) =>
      typeof value === 'string' ? (integerPattern.test(value) ? Number(value) : Number.NaN) : value,
    schema,
  );

/** A positive serial id in a path or a query. */
export const serialId = integerParam(z.number('Invalid id').int('Invalid id').positive('Invalid id'));

/**
 * A list of serial ids in a query, separated by commas.
 *
 * @param max maximum number of ids
 * @param label what they are of, in the message: `lessons`
 */
export const idsParam = (max: number, label: string) =>
  z
    .string('Invalid id')
    .regex(/^\d{1,15}(?:,\d{1,15})*$/, 'Invalid id')
    .transform((text) => text.split(',').map(Number))
    .pipe(z.array(z.number()).max(max, `At most ${max} ${label}`));

/** A positive serial id in a path. */
export const idParams = z.object({ id: serialId });

/** An ISO 8601 UTC date, as in every response. */
export const isoDate = z.string();

/**
 * The error of a value of another type than the field's: whether it is missing or is something else.
 *
 * @param required message for a missing value (absent, null, empty)
 * @param invalid message for any other
 */
export const typeError =
  (required: string, invalid: string | ((input: unknown) => string)) =>
  ({ input }: { readonly input?: unknown }): string => {
    if (input === undefined || input === null || input === '') return required;
    return typeof invalid === 'string' ? invalid : invalid(input);
  };

/**
 * One of some values. An unknown value is named in the message, with the values that are allowed.
 *
 * @param name the field's name as in `Level is required`
 */
export const oneOf = <const V extends readonly [string, ...string[]]>(name: string, values: V) =>
  z.enum(values, {
    error: typeError(`${name} is required`, (input) => {
      const found = typeof input === 'string' ? ` "${input.slice(0, 50)}"` : '';
      return `Unknown ${name.toLowerCase()}${found}. Allowed: ${values.join(', ')}`;
    }),
  });

/** The error of a text that has half of a character. */
export const halfCharacterMessage = 'This text has half of a character. Type it again';

/**
 * Whether a text consists of whole characters. Half of a surrogate pair, which JSON can have as an escape (RFC 8259, 8.2),
 * cannot be stored: it would become U+FFFD.
 */
export const hasWholeCharacters = (text: string): boolean => !/\p{Surrogate}/u.test(text);

/** The error of a text that has a control character. */
export const controlCharacterMessage = 'This text has a control character. Type it again';

/** Whether a text has no control characters (Unicode's `Cc`) but tabs and line ends: nobody types others, and they hide text. */
export const hasNoControlCharacters = (text: string): boolean => !/(?![\t\n\r])\p{Cc}/u.test(text);

/**
 * Text with at least one visible character. Invisible characters, common in Khmer text, count as blank (`isBlank`).
 *
 * @param message for missing and blank values: `Title is required`. For values that are not text it becomes `Title must be
 * text`
 * @param max maximum length in UTF-16 code units
 */
export const requiredText = (message: string, max = 500) =>
  z
    .string({ error: typeError(message, message.replace(/ is required$/, ' must be text')) })
    .max(max, `Must be at most ${max} characters`)
    .refine((value) => !isBlank(value), message)
    .refine(hasWholeCharacters, halfCharacterMessage)
    .refine(hasNoControlCharacters, controlCharacterMessage);

/** A list filter: absent, empty and `all` mean no filter. */
export const textFilter = z
  .string()
  .max(500, 'Must be at most 500 characters')
  .optional()
  .transform((value) => {
    const text = trimInvisible(value ?? '');
    return text === '' || text.toLowerCase() === 'all' ? undefined : text;
  });

/** A filter with fixed values, matched case-insensitively. */
export const enumFilter = <const V extends readonly [string, ...string[]]>(values: V) =>
  textFilter
    .transform((value, context): V[number] | undefined => {
      if (value === undefined) return undefined;
      const match = values.find((candidate) => candidate.toLowerCase() === value.toLowerCase());
      if (match === undefined) {
        context.addIssue({ code: 'custom', message: `Must be one of: all, ${values.join(', ')}` });
        return z.NEVER;
      }
      return match;
    })
    // OpenAPI cannot derive the accepted values from a transformation.
    .meta({ enum: ['all', ...values] });

/**
 * The order of a list: the name of what it is sorted by, or the name after `-` for the reverse. Absent and empty mean the
 * default order. Equal rows are sorted by id.
 */
export const sortParam = <const N extends readonly [string, ...string[]]>(names: N) => {
  const values = names.flatMap((name: N[number]) => [name, `-${name}`] as const);
  return (
    z
      .string()
      .optional()
      .transform((value, context): (typeof values)[number] | undefined => {
        if (value === undefined || value === '') return undefined;
        const match = values.find((candidate) => candidate === value);
        if (match !== undefined) return match;
        context.addIssue({ code: 'custom', message: `Must be one of: ${values.join(', ')}` });
        return z.NEVER;
      })
      // OpenAPI cannot derive the accepted values from a transformation.
      .meta({ enum: values })
  );
};

/** The text of a search box; blank means no search. */
export const searchFilter = z
  .string()
  .max(500, 'Search is limited to 500 characters')
  .optional()
  .transform((value) => (value === undefined || isBlank(value) ? undefined : value));

/** `true`: search for what was typed alone, and never for the words that were probably meant. */
export const exactFilter = enumFilter(['true']);

/** What a public list says about a search that finds nothing. */
export const searchedForFields = {
  /** The words that the list is of: the nearest that the school has to those of `search`. Absent when `search` finds something. */
  searchedFor: z.string().optional(),
};

/** A filter by a positive id: absent, empty and `all` mean no filter. */
export const idFilter = z
  .string()
  .optional()
  .transform((value, context): number | undefined => {
    if (textFilter.safeParse(value).data === undefined) return undefined;
    const { data: id } = serialId.safeParse(value);
    if (id !== undefined) return id;
    context.addIssue({ code: 'custom', message: 'Invalid id' });
    return z.NEVER;
  })
  // OpenAPI cannot derive the type from a transformation.
  .meta({ type: 'integer', minimum: 1 });

/** `limit` and `offset` of a list. Without both, all rows are returned without sections. */
export const pagingFields = {
  limit: integerParam(
    z
      .number('limit must be a number')
      .int('limit must be a whole number')
      .min(1, 'limit must be between 1 and 100')
      .max(maxPageSize, 'limit must be between 1 and 100'),
  ).optional(),
  offset: integerParam(
    z
      .number('offset must be a number')
      .int('offset must be a whole number')
      .min(0, 'offset must be 0 or more')
      .max(maxOffset, `offset must be at most ${maxOffset}`),
  ).optional(),
};

/**
 * Paging of the lists of `/api/v1`. Without `limit` and `offset`, a page has {@link maxPageSize} rows. `cursor` is the
 * `nextCursor` of the page before; unlike an offset it skips and repeats no row when rows are added in between.
 */
export const v1PagingFields = {
  ...pagingFields,
  cursor: z
    .string()
    .regex(/^[\w-]{1,100}$/, 'cursor is not valid')
    .optional(),
};

/** A response with only a message. */
export const messageResponse = z.object({ message: z.string() });

/** Name of a file generated by the media service; never a path. */
export const uploadedFileNamePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/;

/** Matches `/uploads/<name>` anywhere: in HTML, rich-text operations and plain text. */
const uploadUrlPattern = /\/uploads\/([A-Za-z0-9][A-Za-z0-9._-]{0,199})/g;

/** Finds the names of all uploaded files whose paths are in a text. Names may repeat. */
export function uploadedFileNamesIn(text: string): string[] {
  // Strip the punctuation of a sentence that ends right after a URL.
  return [...text.matchAll(uploadUrlPattern)].map(([, name = '']) => name.replace(/[._-]+$/, ''));
}

/** The path of an uploaded file: `/uploads/<filename>`. */
export function uploadUrl(fileName: string): string {
  return `/uploads/${fileName}`;
}
