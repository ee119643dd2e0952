import { zodResolver } from '@hookform/resolvers/zod';
import { showServerIssues } from '@khmer-learning/console-kit';
import { ApiError, useApi, userMessageOf } from '@khmer-learning/console-sdk';
import { authResetPassword, messages, resetPasswordBody } from '@khmer-learning/contracts';
import { Button, Callout, FormField, PasswordInput, Stack, TextLink, toast } from '@khmer-learning/ui-kit';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { AuthPage } from '../page/auth-page.tsx';
import { loadPage } from '../page/load-page.ts';
import { storePendingNotice } from '../page/pending-notice.ts';
import { forgotPasswordPath } from '../routes/route.ts';
import { clearStoredUser } from '../session/stored-user.ts';

const resetTexts = {
  title: 'Reset password',
  hint: 'Enter your new password below.',
  button: 'Reset',
  buttonLoading: 'Resetting password..',
  success: messages.resetPassword.success,
};
const invitationTexts = {
  title: 'Welcome to Khmer Learning',
  hint: 'Choose a password. You sign in with it and your email.',
  button: 'Choose a password',
  buttonLoading: 'Saving...',
  success: messages.invitation.passwordChosen,
};

interface ResetPasswordScreenProps {
  token: string;
  /** The link is that of an invitation: there is no password yet. */
  isInvitation: boolean;
}

/** Sets a new password with the token of an emailed link (spec 2.3), also that of an invitation. */
export function ResetPasswordScreen({ token, isInvitation }: ResetPasswordScreenProps) {
  const texts = isInvitation ? invitationTexts : resetTexts;
  const api = useApi();
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  const form = useForm({
    resolver: zodResolver(resetPasswordBody),
    defaultValues: { token, password: '', confirmPassword: '' },
  });
  const { register, handleSubmit, setFocus } = form;
  const { errors, isSubmitting } = form.formState;
  useEffect(() => setFocus('password'), [setFocus]);

  const linkError = errors.token === undefined ? errorMessage : 'This link is not valid.';

  const reset = handleSubmit(async (body) => {
    setErrorMessage(null);
    try {
      await api.call(authResetPassword, { body });
    } catch (error) {
      const message = userMessageOf(error, messages.resetPassword.failed);
      toast.error(message);
      if (!(error instanceof ApiError)) return;
      showServerIssues(form, error);
      if (error.status === 400 && error.issues.length === 0) setErrorMessage(message);
      return;
    }
    // Resetting the password has ended all sessions of the user, including this browser's.
    clearStoredUser();
    storePendingNotice(texts.success);
    loadPage('/');
    // Keeps the button busy until the sign-in screen has loaded.
    await new Promise(() => {});
  });

  return (
    <AuthPage title={texts.title} hint={texts.hint}>
      <form onSubmit={reset} noValidate aria-label={texts.title}>
        <Stack gap={4}>
          {linkError === null ? null : (
            <Callout tone="danger" announce={errors.token !== undefined}>
              {linkError}{' '}
              {isInvitation ? (
                'Ask the administrator who invited you.'
              ) : (
                <TextLink href={forgotPasswordPath}>Get a new link</TextLink>
              )}
            </Callout>
          )}
          <FormField label="New Password" error={errors.password?.message}>
            <PasswordInput autoComplete="new-password" {...register('password')} />
          </FormField>
          <FormField label="Confirm Password" error={errors.confirmPassword?.message}>
            <PasswordInput autoComplete="new-password" {...register('confirmPassword')} />
          </FormField>
          <Button
            type="submit"
            variant="primary"
            size="large"
            fullWidth
            loading={isSubmitting}
            loadingLabel={texts.buttonLoading}
          >
            {texts.button}
          </Button>
          <TextLink href="/">Back to sign-in</TextLink>
        </Stack>
      </form>
    </AuthPage>
  );
}
