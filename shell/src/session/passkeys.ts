import { type ApiClient, useApi, userMessageOf } from '@khmer-learning/console-sdk';
import {
  authPasskeyBegin,
  authPasskeySignIn,
  messages,
  type PasskeyAssertion,
  type SessionUser,
} from '@khmer-learning/contracts';
import { toast } from '@khmer-learning/ui-kit';
import { useEffect, useEffectEvent, useState } from 'react';
import { storeUser } from './stored-user.ts';

/** Browsers have passkeys only on https and on this machine. */
export const hasPasskeys = () => 'PublicKeyCredential' in window;

const load = () => import(/* webpackChunkName: "passkeys" */ '@simplewebauthn/browser');

/** Asks for a passkey; throws what the browser throws, or ApiError. @param inField offers them in the `webauthn` field until one is chosen */
export async function askForPasskey(api: ApiClient, inField = false): Promise<PasskeyAssertion> {
  const [{ startAuthentication }, optionsJSON] = await Promise.all([load(), api.call(authPasskeyBegin)]);
  const { id, response } = await startAuthentication({ optionsJSON, useBrowserAutofill: inField });
  return { id, response: { ...response, userHandle: response.userHandle ?? '' } };
}

const stopAskingForPasskey = async () => (await load()).WebAuthnAbortService.cancelCeremony();

/** Whether the user has cancelled, or another question has begun. */
export const isCancelled = (error: unknown) =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);

/** The challenge of what is offered in the field is valid for five minutes. */
const renewalMs = 4 * 60_000;

const offersInField = async () =>
  hasPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;

/** Signs in with a passkey: one that is chosen in the email field, or by `signIn`. */
export function usePasskeySignIn(onSignedIn: (user: SessionUser) => unknown) {
  const api = useApi();
  const [isPending, setPending] = useState(false);
  /** Each attempt ends what is offered in the field, so it is offered again. */
  const [attempts, setAttempts] = useState(0);

  async function enter(assertion: PasskeyAssertion): Promise<void> {
    setPending(true);
    const { user } = await api.call(authPasskeySignIn, { body: assertion });
    storeUser(user);
    await onSignedIn(user);
  }
  async function attempt(steps: () => Promise<void>): Promise<void> {
    try {
      await steps();
    } catch (error) {
      if (!isCancelled(error)) toast.error(userMessageOf(error, messages.signIn.failed));
    } finally {
      setPending(false);
      setAttempts((count) => count + 1);
    }
  }

  const offer = useEffectEvent(async (isCurrent: () => boolean) => {
    if (!(await offersInField()) || !isCurrent()) return;
    // Nobody has asked for it: its failures are not worth a message.
    const chosen = await askForPasskey(api, true).catch(() => undefined);
    if (chosen !== undefined && isCurrent()) await attempt(() => enter(chosen));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt offers them again
  useEffect(() => {
    let isCurrent = true;
    const start = () => void offer(() => isCurrent);
    start();
    const timer = setInterval(start, renewalMs);
    return () => {
      isCurrent = false;
      clearInterval(timer);
    };
  }, [attempts]);
  useEffect(() => () => void (hasPasskeys() && stopAskingForPasskey()), []);

  return {
    isPending,
    signIn: () =>
      void attempt(async () => {
        setPending(true);
        await enter(await askForPasskey(api));
      }),
  };
}
