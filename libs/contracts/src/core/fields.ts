import { isBlank } from '@khmer-learning/khmer-text';
import { z } from 'zod';

/** Rows on a page of lessons, users, purchases and main lessons (spec 9). */
export const defaultPageSize = 15;
/** Most rows one list call may ask for (decisions, HTTP). */
export const maxPageSize = 100;

/** A whole number as it is written: `7`, `-7`; not `07`, `+7`, `7.0`, `7e0`, `0x7`, or with blanks. */
const integerPattern = /^(?:0|-?[1-9]\d*)$/;

/**
 * A number in a path or a query. What is not written as a whole number is not a number.
 *
 * @param schema what the number must be; its own message tells of what is no number
 */
export const integerParam = <S extends z.ZodType>(schema: S) =>
  z.preprocess(
    (value) =>
      typeof value === 'string' ? (integerPattern.test(value) ? Number(value) : Number.NaN) : value,
    schema,
  );

/** A positive serial id in a path or a query. */
export const serialId = integerParam(z.number('Invalid id').int('Invalid id').positive('Invalid id'));

/** A positive serial id in a path. */
export const idParams = z.object({ id: serialId });

/** ISO 8601 UTC, as every date in every answer. */
export const isoDate = z.string();

/**
 * A text that must show something. Blank means nothing visible: zero-width characters,
 * common in Khmer text, do not count.
 * @param message what the person is told, for a missing, non-text or blank value alike
 * @param max longest accepted text in UTF-16 units
 */
export const requiredText = (message: string, max = 500) =>
  z
    .string({ error: message })
    .max(max, `Must be at most ${max} characters`)
    .refine((value) => !isBlank(value), message);

/** A filter of a list: absent, empty and `all` mean no filter (decisions, HTTP). */
export const textFilter = z
  .string()
  .max(500, 'Must be at most 500 characters')
  .optional()
  .transform((value) => {
    const text = value?.trim();
    return text === undefined || text === '' || text.toLowerCase() === 'all' ? undefined : text;
  });

/** A filter with a closed list of values, matched without regard to case. */
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
    // Nothing in a transformation says what it takes: this is what OpenAPI shows.
    .meta({ enum: ['all', ...values] });

/** What a person typed into a search box. */
export const searchFilter = z
  .string()
  .max(500, 'Search is limited to 500 characters')
  .optional()
  .transform((value) => (value === undefined || isBlank(value) ? undefined : value));

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
  // As with choices: this is what OpenAPI shows.
  .meta({ type: 'integer', minimum: 1 });

/** `limit` and `offset` of a list. Both absent: every row, light (decisions, HTTP). */
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
      .max(Number.MAX_SAFE_INTEGER, 'offset is too large'),
  ).optional(),
};

/** The answer of a call that only says what happened. */
export const messageResponse = z.object({ message: z.string() });

/** Name of a file handed out by the media service; never a path. */
export const uploadedFileNamePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/;

/** Where an uploaded file is served (decisions, Content): `/uploads/<filename>`. */
export function uploadUrl(fileName: string): string {
  return `/uploads/${fileName}`;
}
