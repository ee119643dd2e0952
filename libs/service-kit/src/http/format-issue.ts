import type { z } from 'zod';

const typeNames: Readonly<Record<string, string>> = {
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
export function formatIssue(issue: z.core.$ZodRawIssue): string | undefined {
  const path = issue.path?.join('.') ?? '';
  const field = path === '' ? 'The request' : path;
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return `${field} is required`;
      return `${field} must be ${typeNames[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `${field} must be one of: ${issue.values.join(', ')}`;
    case 'too_small':
      if (issue.origin === 'number')
        return `${field} must be ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}`;
      return issue.minimum === 1
        ? `${field} must not be empty`
        : `${field} must have at least ${issue.minimum}${units[issue.origin] ?? ''}`;
    case 'too_big':
      if (issue.origin === 'number')
        return `${field} must be ${issue.inclusive ? 'at most' : 'less than'} ${issue.maximum}`;
      return `${field} must have at most ${issue.maximum}${units[issue.origin] ?? ''}`;
    default:
      return undefined;
  }
}
