import { failedRequestOf, userMessageOf } from '../api/api-error.ts';

/** The panel in a list's place, for `DataTable`: `Lessons could not be loaded`. Undefined without an error. */
export function listError(things: string, error: Error | null, onRetry: () => unknown) {
  if (error === null) return undefined;
  return {
    title: `${things} could not be loaded`,
    message: userMessageOf(error, 'Something went wrong on the way.'),
    requestId: failedRequestOf(error),
    onRetry: () => void onRetry(),
  };
}
