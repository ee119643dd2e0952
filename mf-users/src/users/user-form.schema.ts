import { newUserForm, type User } from '@khmer-learning/contracts';
import { z } from 'zod';

export type UserValues = z.input<typeof newUserForm>;
export type UserOutput = z.output<typeof newUserForm>;

/** The rules of the dialog (spec 5). Somebody who exists has a password already; changing it is a dialog of its own. */
export function userFormOf(user: User | null) {
  return user === null ? newUserForm : newUserForm.extend({ password: z.string() });
}

/** What the form starts with: a new user is an active admin (spec 4). */
export function userValuesOf(user: User | null): UserValues {
  return {
    firstName: user?.firstName ?? '',
    lastName: user?.lastName ?? '',
    email: user?.email ?? '',
    password: '',
    role: user?.role ?? 'admin',
    isActive: user?.isActive ?? true,
  };
}
