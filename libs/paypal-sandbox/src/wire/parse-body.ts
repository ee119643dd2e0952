import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type ErrorDetail, invalidRequest } from './paypal-error.ts';

/** Validates a request's body. @throws PaypalError 400 with a JSON pointer for each invalid field */
export function parseBody<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body ?? {}, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw invalidRequest(parsed.error.issues.map(detailOf));
}

/** Whether the caller requests the complete resource instead of id, status and links. */
export const prefersRepresentation = ({ headers }: FastifyRequest) =>
  headers.prefer === 'return=representation';

function detailOf(issue: z.core.$ZodIssue): ErrorDetail {
  const at = { field: `/${issue.path.join('/')}`, location: 'body' } as const;
  const value = typeof issue.input === 'string' ? { value: issue.input } : {};
  const answer = (name: string, description: string) => ({ ...at, ...value, issue: name, description });
  if (issue.input === undefined)
    return answer('MISSING_REQUIRED_PARAMETER', 'A required field / parameter is missing.');
  if (issue.code === 'too_big' || issue.code === 'too_small')
    return answer(
      issue.origin === 'array' ? 'INVALID_ARRAY_LENGTH' : 'INVALID_STRING_LENGTH',
      'The value of a field is either too short or too long.',
    );
  return issue.code === 'invalid_value'
    ? answer('INVALID_PARAMETER_VALUE', 'The value of a field is invalid.')
    : answer('INVALID_PARAMETER_SYNTAX', 'The value of a field does not conform to the expected format.');
}
