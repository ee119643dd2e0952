import { defineServerMessages } from '@khmer-learning/ui-kit';
import { ApiError, NetworkError } from './api-error.ts';

const translate = defineServerMessages({
  km: () => import(/* webpackChunkName: "server-messages-km" */ '../messages/server-messages.km.ts'),
});

/** The message to show the user for an error, in the language of the page: the server's message, or `fallback`. */
export function userMessageOf(error: unknown, fallback: string): string {
  if (error instanceof ApiError || error instanceof NetworkError)
    return translate(error.userMessage ?? fallback);
  return translate(fallback);
}
