import { zodResolver } from '@hookform/resolvers/zod';
import { showServerIssues } from '@khmer-learning/console-kit';
import { ApiError, useSession } from '@khmer-learning/console-sdk';
import { changePasswordBody, messages, specificErrorCodes, type User } from '@khmer-learning/contracts';
import { Button, Dialog, FormField, PasswordInput, Stack, TextInput } from '@khmer-learning/ui-kit';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { useChangePassword } from './users.api.ts';

/** Changes an admin's password; the current one is required. Changing one's own password ends the session. */
export function ChangePasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
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
      const notice = `${messages.changePassword.success}. Sign in with your new password.`;
      if (isOwn) void session.signOut({ notice });
    },
    onFailure: (error) => {
      showServerIssues(form, error);
      if (!(error instanceof ApiError) || error.code !== specificErrorCodes.wrongPassword) return;
      const message = error.userMessage ?? messages.auth.wrongCurrentPassword;
      form.setError('currentPassword', { message }, { shouldFocus: true });
    },
  });

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="small"
      title="Change Password"
      {...(isOwn
        ? { description: 'You will be signed out everywhere and must sign in with the new password.' }
        : {})}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            loading={isPending}
            loadingLabel="Changing password..."
          >
            Change Password
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={form.handleSubmit((body) => mutate(body))}>
        <Stack gap={4}>
          <FormField label="Email">
            <TextInput type="email" autoComplete="username" value={user.email} readOnly />
          </FormField>
          <FormField label="Current Password" required error={errors.currentPassword?.message}>
            <PasswordInput autoComplete="current-password" {...register('currentPassword')} />
          </FormField>
          <FormField label="New Password" required error={errors.newPassword?.message}>
            <PasswordInput autoComplete="new-password" {...register('newPassword')} />
          </FormField>
          <FormField label="Confirm Password" required error={errors.confirmPassword?.message}>
            <PasswordInput autoComplete="new-password" {...register('confirmPassword')} />
          </FormField>
        </Stack>
      </form>
    </Dialog>
  );
}
