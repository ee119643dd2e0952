import type { z } from 'zod';
import { type ErrorDetail, invalidRequest } from './paypal-error.ts';

/**
 * Validates a request's body.
 *
 * @throws PaypalError 400 with a JSON pointer for each invalid field
 */
export function parseBody<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body ?? {}, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw invalidRequest(parsed.error.issues.map(detailOf));
}

function detailOf(issue: z.core.$ZodIssue): ErrorDetail {
  const at = { field: `/${issue.path.join('/')}`, location: 'body' } as const;
  if (issue.input === undefined)
    return {
      ...at,
      issue: 'MISSING_REQUIRED_PARAMETER',
      description: 'A required field / parameter is missing.',
    };
  const value = typeof issue.input === 'string' ? { value: issue.input } : {};
  if (issue.code === 'too_big' || issue.code === 'too_small')
    return {
      ...at,
      ...value,
      issue: issue.origin === 'array' ? 'INVALID_ARRAY_LENGTH' : 'INVALID_STRING_LENGTH',
      description: 'The value of a field is either too short or too long.',
    };
  const known = issue.code === 'invalid_value';
  return {
    ...at,
    ...value,
    issue: known ? 'INVALID_PARAMETER_VALUE' : 'INVALID_PARAMETER_SYNTAX',
    description: known
      ? 'The value of a field is invalid.'
      : 'The value of a field does not conform to the expected format.',
  };
}
