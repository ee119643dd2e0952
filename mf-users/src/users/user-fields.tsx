import type { User } from '@khmer-learning/contracts';
import { FieldGrid, FormField, PasswordInput, Select, Stack } from '@khmer-learning/ui-kit';
import { useController, useFormContext } from 'react-hook-form';
import { message, useMessages } from '../messages/messages.ts';
import { PersonFields } from './person-fields.tsx';
import { RightsFields } from './rights-fields.tsx';
import { areRightsChanged, type UserFormValues } from './user-form.schema.ts';
import { roleOptions, staffRoleOptions, userStatusOptions } from './user-labels.ts';

const noop = () => {};

interface UserFieldsProps {
  user: User | null;
  disabled: boolean;
}

/** The fields of the user form. The status is read-only, and so is the role of new users and students. */
export function UserFields({ user, disabled }: UserFieldsProps) {
  const t = useMessages();
  const { getValues, formState } = useFormContext<UserFormValues>();
  const { field } = useController<UserFormValues, 'role'>({ name: 'role' });
  const rights = useController<UserFormValues, 'rights'>({ name: 'rights' }).field;
  const { errors } = formState;
  const isNew = user === null;
  const canChangeRole = !isNew && !disabled;
  /** Rights are those of a teacher. */
  const changeRole = (role: string) => {
    field.onChange(role);
    rights.onChange((role === 'teacher' ? user?.rights : null) ?? null);
  };
  return (
    <Stack gap={4}>
      <PersonFields user={user} disabled={disabled} />
      {isNew ? <PasswordField /> : null}
      <FieldGrid>
        <FormField label={t('field.role')} {...roleHint(user, field.value)} error={errors.role?.message}>
          <Select
            options={canChangeRole ? staffRoleOptions() : roleOptions()}
            value={field.value}
            onValueChange={canChangeRole ? changeRole : noop}
            disabled={!canChangeRole}
          />
        </FormField>
        <FormField label={t('field.status')}>
          <Select
            options={userStatusOptions()}
            value={user?.invitedUntil ? 'invited' : String(user?.isActive ?? getValues('isActive'))}
            onValueChange={noop}
            disabled
          />
        </FormField>
      </FieldGrid>
      {canChangeRole && field.value === 'teacher' ? (
        <RightsFields
          value={rights.value}
          onChange={rights.onChange}
          hint={t(
            areRightsChanged(rights.value, user) && user.invitedUntil === undefined
              ? 'rightsFields.signsOut'
              : 'rightsFields.mainLessonsHint',
          )}
          error={errors.rights?.mainLessonIds?.message}
        />
      ) : null}
    </Stack>
  );
}

/** A component of its own, so that it registers after the fields above: the first invalid field gets the focus. */
function PasswordField() {
  const t = useMessages();
  const { register, formState } = useFormContext<UserFormValues>();
  return (
    <FormField label={t('field.password')} required error={formState.errors.password?.message}>
      <PasswordInput autoComplete="new-password" {...register('password')} />
    </FormField>
  );
}

function roleHint(user: User | null, chosen: string): { hint?: string } {
  if (user === null) return { hint: message('userFields.newUsers') };
  if (chosen === user.role) return {};
  if (user.invitedUntil !== undefined) return { hint: message('personFields.invitationEnds') };
  return { hint: message(chosen === 'admin' ? 'userFields.becomesAdmin' : 'userFields.becomesTeacher') };
}
