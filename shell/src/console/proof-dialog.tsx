import { useApiQuery } from '@khmer-learning/console-kit';
import { ApiError, useApi, userMessageOf } from '@khmer-learning/console-sdk';
import { accountProve, accountSecondFactorGet, type BodyOf, messages } from '@khmer-learning/contracts';
import {
  Button,
  Dialog,
  ErrorPanel,
  FormField,
  KeyRoundIcon,
  PasswordInput,
  Skeleton,
  Stack,
  TextInput,
  toast,
} from '@khmer-learning/ui-kit';
import { type FormEvent, useId, useState, useSyncExternalStore } from 'react';
import { askForPasskey, hasPasskeys, isCancelled } from '../session/passkeys.ts';
import type { ProofStore } from '../session/proof-store.ts';
import { openSchoolSignIn } from '../session/school-account.tsx';
import { useMessages } from './messages/messages.ts';

/** Asks who is signed in to prove it, over whatever is open. The call that needs it goes on afterwards. */
export function ProofDialog({ proof }: { proof: ProofStore }) {
  const isAsked = useSyncExternalStore(proof.subscribe, proof.isAsked);
  return isAsked ? <ProofQuestion onAnswer={proof.answer} /> : null;
}

function ProofQuestion({ onAnswer }: { onAnswer: (isProved: boolean) => void }) {
  const t = useMessages();
  const api = useApi();
  const formId = useId();
  const [problem, setProblem] = useState<string>();
  const [isPending, setPending] = useState(false);
  const { data, error, isFetching, refetch } = useApiQuery(accountSecondFactorGet, {
    queryKey: ['proof'],
    staleTime: 0,
    gcTime: 0,
  });
  const hasPasskey = data !== undefined && data.passkeys.length > 0;
  const hasSecondFactor = hasPasskey || data?.codesSince != null;
  const bySchool = !hasSecondFactor && data?.hasPassword === false;

  const prove = async (read: () => Promise<BodyOf<typeof accountProve>>) => {
    setPending(true);
    setProblem(undefined);
    try {
      await api.call(accountProve, { body: await read() });
      onAnswer(true);
    } catch (failure) {
      setPending(false);
      if (isCancelled(failure)) return;
      const text = userMessageOf(failure, messages.error);
      const isWrong = failure instanceof ApiError && [400, 401].includes(failure.status);
      if (isWrong) setProblem(text);
      else toast.error(text);
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('proof') ?? '');
    void prove(async () => (hasSecondFactor ? { code: typed } : { password: typed }));
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onAnswer(false)}
      size="small"
      title={t('proof.title')}
      description={bySchool ? t('proof.schoolDescription') : t('proof.description')}
      footer={
        <>
          <Button onClick={() => onAnswer(false)}>{t('proof.cancel')}</Button>
          {bySchool ? (
            <Button
              variant="primary"
              loading={isPending}
              onClick={() => {
                setPending(true);
                openSchoolSignIn(true);
              }}
            >
              {t('proof.school')}
            </Button>
          ) : (
            <Button
              type="submit"
              form={formId}
              variant="primary"
              disabled={data === undefined}
              loading={isPending}
              loadingLabel={t('proof.submitting')}
            >
              {t('proof.submit')}
            </Button>
          )}
        </>
      }
    >
      {bySchool ? null : data !== undefined ? (
        <form id={formId} noValidate onSubmit={(event) => void submit(event)}>
          {hasSecondFactor ? (
            <Stack gap={4}>
              {hasPasskey && hasPasskeys() ? (
                <Button
                  fullWidth
                  autoFocus
                  icon={<KeyRoundIcon aria-hidden="true" />}
                  loading={isPending}
                  loadingLabel={t('proof.submitting')}
                  onClick={() => void prove(async () => ({ passkey: await askForPasskey(api) }))}
                >
                  {t('proof.passkey')}
                </Button>
              ) : null}
              <FormField label={t('proof.code')} hint={t('proof.codeHint')} error={problem}>
                <TextInput name="proof" autoComplete="one-time-code" autoFocus={!hasPasskey} />
              </FormField>
            </Stack>
          ) : (
            <FormField label={t('proof.password')} error={problem}>
              <PasswordInput name="proof" autoComplete="current-password" autoFocus />
            </FormField>
          )}
        </form>
      ) : error === null ? (
        <Skeleton height="3rem" />
      ) : (
        <ErrorPanel
          title={t('proof.failed')}
          message={userMessageOf(error, messages.error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
    </Dialog>
  );
}
