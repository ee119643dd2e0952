import { withSourcePositions } from './source-positions.ts';

const maxMessageLength = 2_000;
const maxStackLength = 4_000;
const maxFieldLength = 200;
const maxFields = 10;
/** Causes of causes that are written. */
const maxDepth = 3;
const maxAggregatedErrors = 3;
const writtenAnyway = new Set(['message', 'stack', 'cause', 'errors', 'errorLabels']);

/**
 * Reduces an error to what a log line has of it: type, message, stack, labels, fields with single values such as `code`, and its
 * causes, all of bounded length. Objects in errors are left out: those of MongoDB's driver contain the state of all its servers.
 *
 * @returns another value as it is
 */
export function serialiseError(error: unknown, depth = 0): unknown {
  if (!isErrorLike(error)) return error;
  const { name, message, stack, cause, errors, errorLabels } = error;
  const causes = depth < maxDepth;
  return {
    type: error.constructor?.name ?? name,
    message: message.slice(0, maxMessageLength),
    ...(typeof stack === 'string' ? { stack: withSourcePositions(stack.slice(0, maxStackLength)) } : {}),
    ...(Array.isArray(errorLabels) && errorLabels.length > 0
      ? { labels: errorLabels.slice(0, maxFields).map(String) }
      : {}),
    ...singleValuesOf(error),
    ...(causes && isErrorLike(cause) ? { cause: serialiseError(cause, depth + 1) } : {}),
    ...(causes && Array.isArray(errors) && errors.some(isErrorLike)
      ? {
          aggregateErrors: errors
            .filter(isErrorLike)
            .slice(0, maxAggregatedErrors)
            .map((one) => serialiseError(one, maxDepth)),
        }
      : {}),
  };
}

interface ErrorLike extends Error {
  readonly errors?: unknown;
  readonly errorLabels?: unknown;
}

function isErrorLike(value: unknown): value is ErrorLike {
  return (
    typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string'
  );
}

function singleValuesOf(error: object): Record<string, unknown> {
  const fields = Object.entries(error)
    .filter(
      ([key, value]) => !writtenAnyway.has(key) && ['string', 'number', 'boolean'].includes(typeof value),
    )
    .slice(0, maxFields);
  return Object.fromEntries(
    fields.map(([key, value]) => [key, typeof value === 'string' ? value.slice(0, maxFieldLength) : value]),
  );
}
