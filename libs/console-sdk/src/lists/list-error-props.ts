import { serverErrorRequestId, userMessageOf } from '../api/api-error.ts';

/** Props of the error panel that replaces a list, for `DataTable`. Undefined when `error` is null. */
export function listErrorProps(subject: string, error: Error | null, onRetry: () => unknown) {
  if (error === null) return undefined;
  return {
    title: `${subject} could not be loaded`,
    message: userMessageOf(error, 'Something went wrong.'),
    requestId: serverErrorRequestId(error),
    onRetry: () => void onRetry(),
  };
}
