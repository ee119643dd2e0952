import { zodResolver } from '@hookform/resolvers/zod';
import { EditDialog, SaveButton, showServerIssues } from '@khmer-learning/console-kit';
import { ApiError } from '@khmer-learning/console-sdk';
import { invitationBody, type User, userMessages } from '@khmer-learning/contracts';
import { Button, FieldGrid, FormField, Select, Stack, TextInput } from '@khmer-learning/ui-kit';
import { useId } from 'react';
import { flushSync } from 'react-dom';
import { useController, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { useMessages } from '../messages/messages.ts';
import { RightsFields } from './rights-fields.tsx';
import { staffRoleOptions } from './user-labels.ts';
import { useInvite } from './users.api.ts';

/** Invites an admin or a teacher by a mail, in which a link sets the password. */
export function InviteForm({ onInvited, onClose }: { onInvited: (user: User) => void; onClose: () => void }) {
  const t = useMessages();
  const formId = useId();
  const form = useForm<z.input<typeof invitationBody>, unknown, z.output<typeof invitationBody>>({
    resolver: zodResolver(invitationBody),
    defaultValues: { firstName: '', lastName: '', email: '', role: 'teacher', rights: null },
  });
  const { register, control, formState } = form;
  const { errors, isDirty } = formState;
  const { field: role } = useController({ control, name: 'role' });
  const { field: rights } = useController({ control, name: 'rights' });
  const { mutate, isPending } = useInvite({
    onInvited: (user) => {
      onInvited(user);
      // Close at once: the form would still count as unsaved.
      flushSync(onClose);
    },
    onFailure: (error) => {
      showServerIssues(form, error);
      if (error instanceof ApiError && error.userMessage === userMessages.emailTaken)
        form.setError('email', { message: error.userMessage }, { shouldFocus: true });
    },
  });
  return (
    <EditDialog
      size="small"
      title={t('action.invite')}
      description={t('inviteForm.description')}
      dirty={isDirty}
      saving={isPending}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <SaveButton form={formId} loading={isPending} loadingLabel={t('action.sending')}>
            {t('inviteForm.submit')}
          </SaveButton>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={form.handleSubmit(({ rights: taken, ...body }) =>
          mutate({ ...body, ...(taken && body.role === 'teacher' ? { rights: taken } : {}) }),
        )}
      >
        <Stack gap={4}>
          <FieldGrid>
            <FormField label={t('field.firstName')} required error={errors.firstName?.message}>
              <TextInput autoComplete="off" {...register('firstName')} />
            </FormField>
            <FormField label={t('field.lastName')} required error={errors.lastName?.message}>
              <TextInput autoComplete="off" {...register('lastName')} />
            </FormField>
          </FieldGrid>
          <FormField label={t('field.email')} required error={errors.email?.message}>
            <TextInput type="email" inputMode="email" autoComplete="off" {...register('email')} />
          </FormField>
          <FormField label={t('field.role')} hint={t('inviteForm.roleHint')} error={errors.role?.message}>
            <Select
              options={staffRoleOptions()}
              value={role.value}
              onValueChange={(next) => {
                role.onChange(next);
                rights.onChange(null);
              }}
            />
          </FormField>
          {role.value === 'teacher' ? (
            <RightsFields
              value={rights.value ?? null}
              onChange={rights.onChange}
              hint={t('rightsFields.mainLessonsHint')}
              error={errors.rights?.mainLessonIds?.message}
            />
          ) : null}
        </Stack>
      </form>
    </EditDialog>
  );
}
