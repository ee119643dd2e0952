import { ApiError, userMessageOf } from '@khmer-learning/console-sdk';
import { message } from '../messages/messages.ts';

/** Props of the error panel that replaces a list, for `DataTable`. Undefined when `error` is null. */
export function listErrorProps(subject: string, error: Error | null, onRetry: () => unknown) {
  if (error === null) return undefined;
  return {
    title: message('listError.title', { subject }),
    message: userMessageOf(error, message('error.unknown')),
    requestId: serverErrorRequestId(error),
    onRetry: () => void onRetry(),
  };
}

/** The request id of a server error (5xx), which finds it in the logs. Undefined for any other error. */
function serverErrorRequestId(error: unknown): string | undefined {
  return error instanceof ApiError && error.status >= 500 ? error.requestId : undefined;
}
