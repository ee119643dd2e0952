import { emailSchema, newUserForm, type User, userMessages } from '@khmer-learning/contracts';
import { z } from 'zod';

const userFormSchema = newUserForm.extend({ currentPassword: z.string() });

export type UserFormValues = z.input<typeof userFormSchema>;
export type UserFormOutput = z.output<typeof userFormSchema>;

/**
 * The rules of the dialog (spec 5). Somebody who exists has a password already, and changing it is a dialog of its own;
 * another address for them needs the password of who is signed in.
 */
export function createUserFormSchema(user: User | null) {
  if (user === null) return userFormSchema;
  return userFormSchema
    .extend({ password: z.string() })
    .refine(({ email, currentPassword }) => currentPassword !== '' || !isEmailChanged(email, user), {
      path: ['currentPassword'],
      message: userMessages.passwordRequired,
    });
}

/** Whether what was typed is another address than the user's. */
export function isEmailChanged(typed: string, user: User): boolean {
  const email = emailSchema.safeParse(typed);
  return email.success && email.data !== user.email;
}

/** What the form starts with: a new user is an active admin (spec 4). */
export function userDefaultValues(user: User | null): UserFormValues {
  return {
    firstName: user?.firstName ?? '',
    lastName: user?.lastName ?? '',
    email: user?.email ?? '',
    password: '',
    currentPassword: '',
    role: user?.role ?? 'admin',
    isActive: user?.isActive ?? true,
  };
}
