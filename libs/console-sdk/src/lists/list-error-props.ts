import { serverErrorRequestId, userMessageOf } from '../api/api-error.ts';

/** The panel in a list's place, for `DataTable`: `Lessons could not be loaded`. Undefined without an error. */
export function listErrorProps(subject: string, error: Error | null, onRetry: () => unknown) {
  if (error === null) return undefined;
  return {
    title: `${subject} could not be loaded`,
    message: userMessageOf(error, 'Something went wrong on the way.'),
    requestId: serverErrorRequestId(error),
    onRetry: () => void onRetry(),
  };
}
