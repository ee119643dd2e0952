import { ApiError, useApi, userMessageOf } from '@khmer-learning/console-sdk';
import {
  authConsoleLogin,
  authSchoolAccountLink,
  consoleSignInBody,
  messages,
  type SessionUser,
  specificErrorCodes,
} from '@khmer-learning/contracts';
import {
  Button,
  Callout,
  FormField,
  KeyRoundIcon,
  PasswordInput,
  Stack,
  TextInput,
  toast,
} from '@khmer-learning/ui-kit';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useMessages } from '../messages/messages.ts';
import { SubmitButton } from '../page/auth-page.tsx';
import { hasPasskeys, usePasskeySignIn } from './passkeys.ts';
import { storeUser } from './stored-user.ts';

export interface SignInFormProps {
  email?: string;
  /** The address of the account that is linked to the school's with its password. */
  linking?: string | undefined;
  /** Called with the signed-in user. The button stays busy while a returned promise is pending. */
  onSignedIn: (user: SessionUser) => unknown;
}

/** What is in the fields, as the body of the call or as the first message for each field. */
function readForm(form: HTMLFormElement) {
  const { data, error } = consoleSignInBody.safeParse(Object.fromEntries(new FormData(form)));
  const messageOf = (field: string) => error?.issues.find(({ path }) => path[0] === field)?.message;
  return {
    body: data,
    errors: { email: messageOf('email'), password: messageOf('password'), code: messageOf('code') },
  };
}

type Errors = ReturnType<typeof readForm>['errors'];

/** While the server has no time for a sign-in, it is tried again for this long, with growing pauses. */
const maxWaitMs = 120_000;
const firstPauseMs = 2_000;
const maxPauseMs = 10_000;

const lacksCode = (error: unknown) =>
  error instanceof ApiError && error.code === specificErrorCodes.secondFactorRequired;

const isBusy = (error: unknown) =>
  error instanceof ApiError && (error.status === 503 || error.status === 504);

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

async function callWhenFree<T>(call: () => Promise<T>, onBusy: () => void, signal: AbortSignal): Promise<T> {
  const deadline = Date.now() + maxWaitMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
    try {
      return await call();
    } catch (error) {
      if (!isBusy(error) || Date.now() + pauseMs > deadline) throw error;
      onBusy();
      await pause(pauseMs, signal);
    }
  }
}

/** Email and password, then the code if there is one, or a passkey alone. No form library: it would delay the sign-in screen. */
export function SignInForm({ linking, email = linking ?? '', onSignedIn }: SignInFormProps) {
  const t = useMessages();
  const api = useApi();
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  /** Undefined before the first attempt: what is typed until then is not checked. */
  const [errors, setErrors] = useState<Errors>();
  const codeInput = useRef<HTMLInputElement>(null);
  const [asksCode, setAsksCode] = useState(false);
  const [isSubmitting, setSubmitting] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const passkey = usePasskeySignIn(onSignedIn);
  const attempt = useRef<AbortController | null>(null);
  useEffect(() => () => attempt.current?.abort(), []);

  const isEmailKnown = email !== '';
  useEffect(() => (isEmailKnown ? passwordInput : emailInput).current?.focus(), [isEmailKnown]);

  useEffect(() => {
    if (asksCode) codeInput.current?.focus();
  }, [asksCode]);

  const signIn = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { body, errors: found } = readForm(event.currentTarget);
    setErrors(found);
    if (body === undefined) {
      const wrong =
        found.email !== undefined ? emailInput : found.password !== undefined ? passwordInput : codeInput;
      wrong.current?.focus();
      return;
    }
    setSubmitting(true);
    attempt.current = new AbortController();
    const { signal } = attempt.current;
    const call = () =>
      linking === undefined
        ? api.call(authConsoleLogin, { body }, { signal })
        : api.call(authSchoolAccountLink, { body }, { signal });
    try {
      const { user } = await callWhenFree(call, () => setWaiting(true), signal);
      setWaiting(false);
      storeUser(user);
      await onSignedIn(user);
    } catch (error) {
      const text = userMessageOf(error, messages.signIn.failed);
      if (lacksCode(error)) {
        setErrors(asksCode ? { ...found, code: text } : undefined);
        setAsksCode(true);
        codeInput.current?.select();
        return;
      }
      if (!signal.aborted) toast.error(text);
      passwordInput.current?.focus();
      passwordInput.current?.select();
    } finally {
      setWaiting(false);
      setSubmitting(false);
    }
  };

  return (
    <form
      onSubmit={(event) => void signIn(event)}
      onInput={({ currentTarget }) => errors && setErrors(readForm(currentTarget).errors)}
      noValidate
      aria-label={t('signIn.submit')}
    >
      <Stack gap={4}>
        <FormField label={t('field.email')} error={errors?.email}>
          <TextInput
            ref={emailInput}
            name="email"
            type="email"
            defaultValue={email}
            readOnly={linking !== undefined}
            autoComplete="username webauthn"
            inputMode="email"
          />
        </FormField>
        <FormField label={t('signIn.password')} error={errors?.password}>
          <PasswordInput ref={passwordInput} name="password" autoComplete="current-password" />
        </FormField>
        {asksCode ? (
          <FormField label={t('signIn.code')} hint={t('signIn.codeHint')} error={errors?.code}>
            <TextInput ref={codeInput} name="code" autoComplete="one-time-code" />
          </FormField>
        ) : null}
        <SubmitButton loading={isSubmitting} loadingLabel={t('signIn.submitting')}>
          {linking === undefined ? t('signIn.submit') : t('schoolAccount.linkSubmit')}
        </SubmitButton>
        {hasPasskeys() ? (
          <Button
            size="large"
            fullWidth
            icon={<KeyRoundIcon aria-hidden="true" />}
            loading={passkey.isPending}
            loadingLabel={t('signIn.submitting')}
            onClick={passkey.signIn}
          >
            {t('signIn.passkey')}
          </Button>
        ) : null}
        {isWaiting ? (
          <>
            <Callout announce>{t('signIn.busy')}</Callout>
            <Button fullWidth onClick={() => attempt.current?.abort()}>
              {t('signIn.cancel')}
            </Button>
          </>
        ) : null}
      </Stack>
    </form>
  );
}
