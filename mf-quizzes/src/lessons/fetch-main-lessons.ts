import type { ApiClient } from '@khmer-learning/console-sdk';
import { mainLessons } from '@khmer-learning/contracts';

/** All main lessons. A file of its own: their contract is loaded after the list. */
export const fetchMainLessons = (api: ApiClient, signal: AbortSignal) =>
  api.call(mainLessons.list, {}, { signal });
