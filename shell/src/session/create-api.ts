import { type ApiClient, createApiClient } from '@khmer-learning/console-sdk';
import { readPageState } from '../page/page-state.ts';
import type { SessionEndStore } from './session-end-store.ts';

/** Creates the page's API client, bound to the user that came with the page, if one did. */
export function createApi(sessionEnd: SessionEndStore): ApiClient {
  return createApiClient({
    baseUrl: '',
    sessionUserId: readPageState()?.session?.user.id,
    onSessionEnd: sessionEnd.report,
  });
}
