import { emailSchema, newUserForm, type User, userMessages } from '@khmer-learning/contracts';
import { z } from 'zod';

const userForm = newUserForm.extend({ currentPassword: z.string() });

export type UserValues = z.input<typeof userForm>;
export type UserOutput = z.output<typeof userForm>;

/**
 * The rules of the dialog (spec 5). Somebody who exists has a password already, and changing it is a dialog of its own;
 * another address for them needs the password of who is signed in.
 */
export function userFormOf(user: User | null) {
  if (user === null) return userForm;
  return userForm
    .extend({ password: z.string() })
    .refine(({ email, currentPassword }) => currentPassword !== '' || !isOtherEmail(email, user), {
      path: ['currentPassword'],
      message: userMessages.passwordRequired,
    });
}

/** Whether what was typed is another address than the user's. */
export function isOtherEmail(typed: string, user: User): boolean {
  const email = emailSchema.safeParse(typed);
  return email.success && email.data !== user.email;
}

/** What the form starts with: a new user is an active admin (spec 4). */
export function userValuesOf(user: User | null): UserValues {
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
