import type { ApiClient } from '@khmer-learning/console-sdk';
import { authPasskeyBegin, type PasskeyAssertion } from '@khmer-learning/contracts';

/** Browsers have passkeys only on https and on this machine. */
export const hasPasskeys = () => 'PublicKeyCredential' in window;

const load = () => import(/* webpackChunkName: "passkeys" */ '@simplewebauthn/browser');

/**
 * Asks for a passkey of this site.
 *
 * @param inField offers them in the field with `autocomplete="… webauthn"` and waits until one is chosen. Only one question is
 *   open at a time: the next one ends it
 * @throws what `navigator.credentials.get` throws, such as when the user cancels; ApiError
 */
export async function askForPasskey(api: ApiClient, inField = false): Promise<PasskeyAssertion> {
  const [{ startAuthentication }, optionsJSON] = await Promise.all([load(), api.call(authPasskeyBegin)]);
  const { id, response } = await startAuthentication({ optionsJSON, useBrowserAutofill: inField });
  return { id, response: { ...response, userHandle: response.userHandle ?? '' } };
}

/** Ends the question that is open. */
export const stopAskingForPasskey = async () => (await load()).WebAuthnAbortService.cancelCeremony();

/** Whether the user has cancelled, or another question has begun. */
export const isCancelled = (error: unknown) =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);
