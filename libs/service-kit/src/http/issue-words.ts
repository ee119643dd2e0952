import type { z } from 'zod';

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** What a bound counts: `characters` of a text, `items` of a list; nothing of a number. */
const units: Readonly<Record<string, string>> = { string: ' characters', array: ' items' };

/**
 * Words for a failed check whose contract has none of its own, with the field's dotted path, because the answers of
 * `/api/v1` carry nothing else: `answers.0.questionId must be a number`. For `safeParse(value, { error: issueWords })`.
 *
 * @returns undefined for what Zod itself words well enough
 */
export function issueWords(issue: z.core.$ZodRawIssue): string | undefined {
  const path = issue.path?.join('.') ?? '';
  const what = path === '' ? 'The request' : path;
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return `${what} is required`;
      return `${what} must be ${kinds[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `${what} must be one of: ${issue.values.join(', ')}`;
    case 'too_small':
      if (issue.origin === 'number')
        return `${what} must be ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}`;
      return issue.minimum === 1
        ? `${what} must not be empty`
        : `${what} must have at least ${issue.minimum}${units[issue.origin] ?? ''}`;
    case 'too_big':
      if (issue.origin === 'number')
        return `${what} must be ${issue.inclusive ? 'at most' : 'less than'} ${issue.maximum}`;
      return `${what} must have at most ${issue.maximum}${units[issue.origin] ?? ''}`;
    default:
      return undefined;
  }
}
