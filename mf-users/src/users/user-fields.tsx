import type { User } from '@khmer-learning/contracts';
import { FieldGrid, FormField, PasswordInput, Select, Stack, TextInput } from '@khmer-learning/ui-kit';
import { useFormContext, useWatch } from 'react-hook-form';
import { isEmailChanged, type UserFormValues } from './user-form.schema.ts';
import { roleOptions, userStatusOptions } from './user-labels.ts';

const noop = () => {};

interface UserFieldsProps {
  /** Null for a new user. */
  user: User | null;
  disabled: boolean;
}

/** The user form's fields. Role and status are read-only (spec 4). */
export function UserFields({ user, disabled }: UserFieldsProps) {
  const { register, getValues, formState } = useFormContext<UserFormValues>();
  const { errors } = formState;
  const isNew = user === null;
  const email = useWatch<UserFormValues, 'email'>({ name: 'email' });
  return (
    <Stack gap={4}>
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
      {isNew ? (
        <FormField label="Password" required error={errors.password?.message}>
          <PasswordInput autoComplete="new-password" {...register('password')} />
        </FormField>
      ) : null}
      {user !== null && isEmailChanged(email, user) ? (
        <FormField
          label="Your current password"
          hint="Changing the email signs the user out everywhere and notifies the previous address."
          required
          error={errors.currentPassword?.message}
        >
          <PasswordInput autoComplete="current-password" {...register('currentPassword')} />
        </FormField>
      ) : null}
      <FieldGrid>
        <FormField label="Role" {...(isNew ? { hint: 'New users are created as admins.' } : {})}>
          <Select
            options={roleOptions}
            value={user?.role ?? getValues('role')}
            onValueChange={noop}
            disabled
          />
        </FormField>
        <FormField label="Status">
          <Select
            options={userStatusOptions}
            value={String(user?.isActive ?? getValues('isActive'))}
            onValueChange={noop}
            disabled
          />
        </FormField>
      </FieldGrid>
    </Stack>
  );
}
