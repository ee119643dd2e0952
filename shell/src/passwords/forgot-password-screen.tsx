import { zodResolver } from '@hookform/resolvers/zod';
import { useApi, userMessageOf } from '@khmer-learning/console-sdk';
import { authForgotPassword, forgotPasswordBody } from '@khmer-learning/contracts';
import {
  Callout,
  FormField,
  Stack,
  TextInput,
  TextLink,
  toast,
  translateServerMessage,
} from '@khmer-learning/ui-kit';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useMessages } from '../messages/messages.ts';
import { AuthPage, SubmitButton } from '../page/auth-page.tsx';

/** Requests a link to set a new password. The response never reveals whether the address is known. */
export function ForgotPasswordScreen() {
  const t = useMessages();
  const api = useApi();
  const [answer, setAnswer] = useState<string | null>(null);
  const { register, handleSubmit, setFocus, formState } = useForm({
    resolver: zodResolver(forgotPasswordBody),
    defaultValues: { email: '' },
  });
  const { errors, isSubmitting } = formState;
  useEffect(() => setFocus('email'), [setFocus]);

  const requestLink = handleSubmit(async (body) => {
    setAnswer(null);
    try {
      setAnswer((await api.call(authForgotPassword, { body })).message);
    } catch (error) {
      toast.error(userMessageOf(error, t('forgotPassword.failed')));
    }
  });

  return (
    <AuthPage title={t('forgotPassword.title')} hint={t('forgotPassword.hint')}>
      <form onSubmit={requestLink} noValidate aria-label={t('forgotPassword.form')}>
        <Stack gap={4}>
          {answer === null ? null : (
            <Callout tone="success" announce>
              {translateServerMessage(answer)}
            </Callout>
          )}
          <FormField label={t('field.email')} error={errors.email?.message}>
            <TextInput type="email" autoComplete="username" inputMode="email" {...register('email')} />
          </FormField>
          <SubmitButton loading={isSubmitting} loadingLabel={t('forgotPassword.submitting')}>
            {t('forgotPassword.submit')}
          </SubmitButton>
          <TextLink href="/">{t('action.backToSignIn')}</TextLink>
        </Stack>
      </form>
    </AuthPage>
  );
}
