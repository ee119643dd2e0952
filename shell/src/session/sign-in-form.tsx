import { zodResolver } from '@hookform/resolvers/zod';
import { useApi, userMessageOf } from '@khmer-learning/console-sdk';
import { authConsoleLogin, messages, type SessionUser, signInBody } from '@khmer-learning/contracts';
import { Button, FormField, PasswordInput, Stack, TextInput, toast } from '@khmer-learning/ui-kit';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { useMessages } from '../messages/messages.ts';
import { storeUser } from './stored-user.ts';

export interface SignInFormProps {
  /** The initial value of the email field. */
  email?: string;
  /** Called with the signed-in user. The button stays busy while a returned promise is pending. */
  onSignedIn: (user: SessionUser) => unknown;
}

/** Email, password and `Sign in` (spec 2.2). A failure is shown as a toast with the server's message. */
export function SignInForm({ email = '', onSignedIn }: SignInFormProps) {
  const t = useMessages();
  const api = useApi();
  const { register, handleSubmit, setFocus, formState } = useForm({
    resolver: zodResolver(signInBody),
    defaultValues: { email, password: '' },
  });
  const { errors, isSubmitting } = formState;

  const isEmailKnown = email !== '';
  useEffect(() => setFocus(isEmailKnown ? 'password' : 'email'), [setFocus, isEmailKnown]);

  const signIn = handleSubmit(async (body) => {
    try {
      const { user } = await api.call(authConsoleLogin, { body });
      storeUser(user);
      await onSignedIn(user);
    } catch (error) {
      toast.error(userMessageOf(error, messages.signIn.failed));
      setFocus('password', { shouldSelect: true });
    }
  });

  return (
    <form onSubmit={signIn} noValidate aria-label={t('signIn.submit')}>
      <Stack gap={4}>
        <FormField label={t('signIn.email')} error={errors.email?.message}>
          <TextInput type="email" autoComplete="username" inputMode="email" {...register('email')} />
        </FormField>
        <FormField label={t('signIn.password')} error={errors.password?.message}>
          <PasswordInput autoComplete="current-password" {...register('password')} />
        </FormField>
        <Button
          type="submit"
          variant="primary"
          size="large"
          fullWidth
          loading={isSubmitting}
          loadingLabel={t('signIn.submitting')}
        >
          {t('signIn.submit')}
        </Button>
      </Stack>
    </form>
  );
}
