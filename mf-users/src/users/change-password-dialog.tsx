import { zodResolver } from '@hookform/resolvers/zod';
import { showServerIssues } from '@khmer-learning/console-kit';
import { ApiError, useSession } from '@khmer-learning/console-sdk';
import { changePasswordBody, messages, specificErrorCodes, type User } from '@khmer-learning/contracts';
import { Button, Dialog, FormField, PasswordInput, Stack, TextInput } from '@khmer-learning/ui-kit';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { message, useMessages } from '../messages/messages.ts';
import { useChangePassword } from './users.api.ts';

/** Changes an admin's password; the current one is required. Changing one's own password ends the session. */
export function ChangePasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const t = useMessages();
  const formId = useId();
  const session = useSession();
  const isOwn = session.user.id === user.id;
  const form = useForm({
    resolver: zodResolver(changePasswordBody),
    defaultValues: { id: user.id, currentPassword: '', newPassword: '', confirmPassword: '' },
  });
  const { register } = form;
  const { errors } = form.formState;

  const { mutate, isPending } = useChangePassword({
    onChanged: () => {
      onClose();
      if (isOwn) void session.signOut({ notice: message('changePasswordDialog.signInAgain') });
    },
    onFailure: (error) => {
      showServerIssues(form, error);
      if (!(error instanceof ApiError) || error.code !== specificErrorCodes.wrongPassword) return;
      const problem = error.userMessage ?? messages.auth.wrongCurrentPassword;
      form.setError('currentPassword', { message: problem }, { shouldFocus: true });
    },
  });

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="small"
      title={t('action.changePassword')}
      {...(isOwn ? { description: t('changePasswordDialog.signedOut') } : {})}
      footer={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            loading={isPending}
            loadingLabel={t('changePasswordDialog.submitting')}
          >
            {t('action.changePassword')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={form.handleSubmit((body) => mutate(body))}>
        <Stack gap={4}>
          <FormField label={t('field.email')}>
            <TextInput type="email" autoComplete="username" value={user.email} readOnly />
          </FormField>
          <FormField
            label={t('changePasswordDialog.currentPassword')}
            required
            error={errors.currentPassword?.message}
          >
            <PasswordInput autoComplete="current-password" {...register('currentPassword')} />
          </FormField>
          <FormField
            label={t('changePasswordDialog.newPassword')}
            required
            error={errors.newPassword?.message}
          >
            <PasswordInput autoComplete="new-password" {...register('newPassword')} />
          </FormField>
          <FormField
            label={t('changePasswordDialog.confirmPassword')}
            required
            error={errors.confirmPassword?.message}
          >
            <PasswordInput autoComplete="new-password" {...register('confirmPassword')} />
          </FormField>
        </Stack>
      </form>
    </Dialog>
  );
}
