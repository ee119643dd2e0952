import type { z } from 'zod';

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
};

/** Units of size limits: `characters` of a string, `items` of an array, none for numbers. */
const units: Readonly<Record<string, string>> = { string: ' characters', array: ' items' };

/**
 * The message of a failed validation whose contract defines none. It includes the field's dotted path, because
 * `/api/v1` errors contain only the message: `answers.0.questionId must be a number`. Pass it to `safeParse(value, {
 * error: formatIssue })`.
 *
 * @returns undefined to use Zod's own message
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
