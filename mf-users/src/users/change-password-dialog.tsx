import { zodResolver } from '@hookform/resolvers/zod';
import { showServerIssues } from '@khmer-learning/console-kit';
import { ApiError, useSession } from '@khmer-learning/console-sdk';
import { changePasswordBody, messages, specificErrorCodes, type User } from '@khmer-learning/contracts';
import { FormField, PasswordInput, Stack, TextInput } from '@khmer-learning/ui-kit';
import { useForm } from 'react-hook-form';
import { FormDialog } from '../form-dialog.tsx';
import { message, useMessages } from '../messages/messages.ts';
import { useChangePassword } from './users.api.ts';

const passwords = [
  {
    name: 'currentPassword',
    label: 'changePasswordDialog.currentPassword',
    autoComplete: 'current-password',
  },
  { name: 'newPassword', label: 'changePasswordDialog.newPassword', autoComplete: 'new-password' },
  { name: 'confirmPassword', label: 'changePasswordDialog.confirmPassword', autoComplete: 'new-password' },
] as const;

/** Changes an admin's password; the current one is required. Changing one's own password ends the session. */
export function ChangePasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const t = useMessages();
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
    <FormDialog
      title={t('action.changePassword')}
      {...(isOwn ? { description: t('changePasswordDialog.signedOut') } : {})}
      submitLabel={t('action.changePassword')}
      submittingLabel={t('changePasswordDialog.submitting')}
      isPending={isPending}
      onSubmit={form.handleSubmit((body) => mutate(body))}
      onClose={onClose}
    >
      <Stack gap={4}>
        <FormField label={t('field.email')}>
          <TextInput type="email" autoComplete="username" value={user.email} readOnly />
        </FormField>
        {passwords.map(({ name, label, autoComplete }) => (
          <FormField key={name} label={t(label)} required error={errors[name]?.message}>
            <PasswordInput autoComplete={autoComplete} {...register(name)} />
          </FormField>
        ))}
      </Stack>
    </FormDialog>
  );
}
