import type { User } from '@khmer-learning/contracts';
import { FieldGrid, FormField, PasswordInput, TextInput } from '@khmer-learning/ui-kit';
import { useFormContext, useWatch } from 'react-hook-form';
import { isEmailChanged, type PersonValues } from './user-form.schema.ts';

/** What happens to an invitation when the address or the role is changed. */
export const invitationEndsHint =
  'The link of the invitation stops working. Send the invitation again after saving.';

interface PersonFieldsProps {
  /** Null for a new user. */
  user: User | null;
  disabled?: boolean;
  /** What changing the email does. */
  emailHint?: string;
}

/** Names and email, and the password of the signed-in user when the email of a user is changed. */
export function PersonFields({
  user,
  disabled = false,
  emailHint = 'Changing the email signs the user out everywhere and notifies the previous address.',
}: PersonFieldsProps) {
  const { register, formState } = useFormContext<PersonValues>();
  const { errors } = formState;
  const email = useWatch<PersonValues, 'email'>({ name: 'email' });
  return (
    <>
      <FieldGrid>
        <FormField label="First Name" required={!disabled} error={errors.firstName?.message}>
          <TextInput autoComplete="off" {...register('firstName')} disabled={disabled} />
        </FormField>
        <FormField label="Last Name" required={!disabled} error={errors.lastName?.message}>
          <TextInput autoComplete="off" {...register('lastName')} disabled={disabled} />
        </FormField>
      </FieldGrid>
      <FormField label="Email" required={!disabled} error={errors.email?.message}>
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
          label="Your current password"
          hint={user.invitedUntil === undefined ? emailHint : invitationEndsHint}
          required
          error={errors.currentPassword?.message}
        >
          <PasswordInput autoComplete="current-password" {...register('currentPassword')} />
        </FormField>
      ) : null}
    </>
  );
}
