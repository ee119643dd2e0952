import { createApiClient } from '@khmer-learning/console-sdk';
import { readPageState } from '../page/page-state.ts';
import { createProofStore } from './proof-store.ts';
import { createSessionEndStore } from './session-end-store.ts';

/** Creates the page's API client, bound to the user that came with the page, if one did, and the stores that it reports to. */
export function createApi() {
  const sessionEnd = createSessionEndStore();
  const proof = createProofStore();
  const secondFactor = createProofStore();
  const api = createApiClient({
    baseUrl: '',
    sessionUserId: readPageState()?.session?.user.id,
    onSessionEnd: sessionEnd.report,
    onProofRequired: proof.ask,
    onSecondFactorMissing: secondFactor.ask,
  });
  return { api, sessionEnd, proof, secondFactor };
}

/** What calls of the API client may ask of the user. */
export type SessionStores = Omit<ReturnType<typeof createApi>, 'api'>;
