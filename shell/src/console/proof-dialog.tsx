import { ApiError, useApi, userMessageOf } from '@khmer-learning/console-sdk';
import { accountProve, accountSecondFactorGet, messages } from '@khmer-learning/contracts';
import {
  Button,
  Dialog,
  ErrorPanel,
  FormField,
  PasswordInput,
  Skeleton,
  TextInput,
  toast,
} from '@khmer-learning/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState, useSyncExternalStore } from 'react';
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
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['proof'],
    queryFn: ({ signal }) => api.call(accountSecondFactorGet, undefined, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const hasCodes = data?.codesSince != null;
  const bySchool = !hasCodes && data?.hasPassword === false;

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('proof') ?? '');
    setPending(true);
    setProblem(undefined);
    try {
      await api.call(accountProve, { body: hasCodes ? { code: typed } : { password: typed } });
      onAnswer(true);
    } catch (failure) {
      const text = userMessageOf(failure, messages.error);
      const isWrong = failure instanceof ApiError && [400, 401].includes(failure.status);
      if (isWrong) setProblem(text);
      else toast.error(text);
      setPending(false);
    }
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
          {hasCodes ? (
            <FormField label={t('proof.code')} hint={t('proof.codeHint')} error={problem}>
              <TextInput name="proof" autoComplete="one-time-code" autoFocus />
            </FormField>
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
