import { type ApiClient, createApiClient } from '@khmer-learning/console-sdk';
import { readPageState } from '../page/page-state.ts';
import type { ProofStore } from './proof-store.ts';
import { repeatFirstRequests } from './repeated-requests.ts';
import type { SessionEndStore } from './session-end-store.ts';

/** Creates the page's API client, bound to the user that came with the page, if one did. */
export function createApi(
  sessionEnd: SessionEndStore,
  proof: ProofStore,
  secondFactor: ProofStore,
): ApiClient {
  const userId = readPageState()?.session?.user.id;
  return createApiClient({
    baseUrl: '',
    sessionUserId: userId,
    onSessionEnd: sessionEnd.report,
    onProofRequired: proof.ask,
    onSecondFactorMissing: secondFactor.ask,
    ...(userId === undefined ? {} : { fetch: repeatFirstRequests(userId) }),
  });
}
