import type { User } from '@khmer-learning/contracts';
import { FieldGrid, FormField, PasswordInput, TextInput } from '@khmer-learning/ui-kit';
import { useFormContext, useWatch } from 'react-hook-form';
import { useMessages } from '../messages/messages.ts';
import { isEmailChanged, type PersonValues } from './user-form.schema.ts';

interface PersonFieldsProps {
  user: User | null;
  disabled?: boolean;
  /** What changing the email does. Default: for the account of somebody else. */
  emailHint?: string;
}

/** Names and email, and the password of the signed-in user when the email of a user is changed. */
export function PersonFields({ user, disabled = false, emailHint }: PersonFieldsProps) {
  const t = useMessages();
  const { register, formState } = useFormContext<PersonValues>();
  const { errors } = formState;
  const email = useWatch<PersonValues, 'email'>({ name: 'email' });
  return (
    <>
      <FieldGrid>
        <FormField label={t('field.firstName')} required={!disabled} error={errors.firstName?.message}>
          <TextInput autoComplete="off" {...register('firstName')} disabled={disabled} />
        </FormField>
        <FormField label={t('field.lastName')} required={!disabled} error={errors.lastName?.message}>
          <TextInput autoComplete="off" {...register('lastName')} disabled={disabled} />
        </FormField>
      </FieldGrid>
      <FormField label={t('field.email')} required={!disabled} error={errors.email?.message}>
        <TextInput
          type="email"
          inputMode="email"
          autoComplete="off"
          {...register('email')}
          disabled={disabled}
        />
      </FormField>
      {user !== null && isEmailChanged(email, user) ? (
        <FormField
          label={t('personFields.currentPassword')}
          hint={
            user.invitedUntil === undefined
              ? (emailHint ?? t('personFields.emailHint'))
              : t('personFields.invitationEnds')
          }
          required
          error={errors.currentPassword?.message}
        >
          <PasswordInput autoComplete="current-password" {...register('currentPassword')} />
        </FormField>
      ) : null}
    </>
  );
}
