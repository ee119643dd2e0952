import { zodResolver } from '@hookform/resolvers/zod';
import { useApi, userMessageOf } from '@khmer-learning/console-sdk';
import { authForgotPassword, forgotPasswordBody } from '@khmer-learning/contracts';
import { Button, Callout, FormField, Stack, TextInput, TextLink, toast } from '@khmer-learning/ui-kit';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { AuthPage } from '../page/auth-page.tsx';

/** Requests a link to set a new password. The response never reveals whether the address is known. */
export function ForgotPasswordScreen() {
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
      toast.error(userMessageOf(error, 'The email could not be requested'));
    }
  });

  return (
    <AuthPage title="Forgot password?" hint="Enter your email to get a link to reset your password.">
      <form onSubmit={requestLink} noValidate aria-label="Forgot password">
        <Stack gap={4}>
          {answer === null ? null : (
            <Callout tone="success" announce>
              {answer}
            </Callout>
          )}
          <FormField label="Email" error={errors.email?.message}>
            <TextInput type="email" autoComplete="username" inputMode="email" {...register('email')} />
          </FormField>
          <Button
            type="submit"
            variant="primary"
            size="large"
            fullWidth
            loading={isSubmitting}
            loadingLabel="Sending link..."
          >
            Send link
          </Button>
          <TextLink href="/">Back to sign-in</TextLink>
        </Stack>
      </form>
    </AuthPage>
  );
}
