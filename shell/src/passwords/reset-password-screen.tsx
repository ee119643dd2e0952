import { zodResolver } from '@hookform/resolvers/zod';
import { showServerIssues } from '@khmer-learning/console-kit';
import { type ApiClient, ApiError, useApi, userMessageOf } from '@khmer-learning/console-sdk';
import { authConsoleLogin, authResetPassword, messages, resetPasswordBody } from '@khmer-learning/contracts';
import { Callout, FormField, PasswordInput, Stack, TextLink, toast } from '@khmer-learning/ui-kit';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useMessages } from '../messages/messages.ts';
import { AuthPage, SubmitButton } from '../page/auth-page.tsx';
import { loadPage } from '../page/load-page.ts';
import { storePendingNotice } from '../page/pending-notice.ts';
import { forgotPasswordPath } from '../routes/route.ts';
import { clearStoredUser, storeUser } from '../session/stored-user.ts';

const resetTexts = {
  title: 'resetPassword.title',
  hint: 'resetPassword.hint',
  button: 'resetPassword.submit',
  buttonLoading: 'resetPassword.submitting',
  success: messages.resetPassword.success,
} as const;
const invitationTexts = {
  title: 'invitation.title',
  hint: 'invitation.hint',
  button: 'invitation.submit',
  buttonLoading: 'invitation.submitting',
  success: messages.invitation.passwordChosen,
} as const;

interface ResetPasswordScreenProps {
  token: string;
  /** The link is that of an invitation: there is no password yet. */
  isInvitation: boolean;
}

/** Signs an invited person in. Whoever cannot be signed in now has the sign-in screen. */
async function signIn(api: ApiClient, email: string, password: string): Promise<boolean> {
  try {
    const { user } = await api.call(authConsoleLogin, { body: { email, password } });
    storeUser(user);
    return true;
  } catch {
    return false;
  }
}

/** Sets a new password with the token of an emailed link, also that of an invitation. */
export function ResetPasswordScreen({ token, isInvitation }: ResetPasswordScreenProps) {
  const texts = isInvitation ? invitationTexts : resetTexts;
  const t = useMessages();
  const api = useApi();
  const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
  const form = useForm({
    resolver: zodResolver(resetPasswordBody),
    defaultValues: { token, password: '', confirmPassword: '' },
  });
  const { register, handleSubmit, setFocus } = form;
  const { errors, isSubmitting } = form.formState;
  useEffect(() => setFocus('password'), [setFocus]);

  const failureText = failure && userMessageOf(failure.error, messages.resetPassword.failed);
  const linkError = errors.token === undefined ? failureText : t('resetPassword.invalidLink');

  const reset = handleSubmit(async (body) => {
    setFailure(null);
    let invited: string | undefined;
    try {
      invited = (await api.call(authResetPassword, { body })).email;
    } catch (error) {
      toast.error(userMessageOf(error, messages.resetPassword.failed));
      if (!(error instanceof ApiError)) return;
      showServerIssues(form, error);
      if (error.status === 400 && error.issues.length === 0) setFailure({ error });
      return;
    }
    // Resetting the password has ended all sessions of the user, including this browser's.
    clearStoredUser();
    const isSignedIn = invited !== undefined && (await signIn(api, invited, body.password));
    storePendingNotice(isSignedIn ? messages.signIn.success : texts.success);
    loadPage('/');
    // Keeps the button busy until the sign-in screen has loaded.
    await new Promise(() => {});
  });

  return (
    <AuthPage title={t(texts.title)} hint={t(texts.hint)}>
      <form onSubmit={reset} noValidate aria-label={t(texts.title)}>
        <Stack gap={4}>
          {linkError === null ? null : (
            <Callout tone="danger" announce={errors.token !== undefined}>
              {linkError}{' '}
              {isInvitation ? (
                t('invitation.askAdministrator')
              ) : (
                <TextLink href={forgotPasswordPath}>{t('resetPassword.newLink')}</TextLink>
              )}
            </Callout>
          )}
          <FormField label={t('resetPassword.newPassword')} error={errors.password?.message}>
            <PasswordInput autoComplete="new-password" {...register('password')} />
          </FormField>
          <FormField label={t('resetPassword.confirmPassword')} error={errors.confirmPassword?.message}>
            <PasswordInput autoComplete="new-password" {...register('confirmPassword')} />
          </FormField>
          <SubmitButton loading={isSubmitting} loadingLabel={t(texts.buttonLoading)}>
            {t(texts.button)}
          </SubmitButton>
          <TextLink href="/">{t('action.backToSignIn')}</TextLink>
        </Stack>
      </form>
    </AuthPage>
  );
}
