import {
  emailSchema,
  newUserForm,
  type Rights,
  rightsSchema,
  type User,
  userMessages,
} from '@khmer-learning/contracts';
import { z } from 'zod';

const userFormSchema = newUserForm.extend({
  currentPassword: z.string(),
  /** Null for who may publish everything. */
  rights: rightsSchema.nullable(),
});

export type PersonValues = Pick<UserFormValues, 'firstName' | 'lastName' | 'email' | 'currentPassword'>;

export type UserFormValues = z.input<typeof userFormSchema>;
export type UserFormOutput = z.output<typeof userFormSchema>;

/** The validation rules of the user form. An existing user's password is changed elsewhere; a new email requires the admin's own. */
export function createUserFormSchema(user: User | null) {
  if (user === null) return userFormSchema;
  return userFormSchema.extend({ password: z.string() }).refine(...currentPasswordRule(user));
}

export function createAccountFormSchema(user: User) {
  const { firstName, lastName, email, currentPassword } = userFormSchema.shape;
  return z.object({ firstName, lastName, email, currentPassword }).refine(...currentPasswordRule(user));
}

/** The arguments of `refine`: changing the email requires the password of the signed-in user. */
function currentPasswordRule(user: User) {
  const isMet = ({ email, currentPassword }: PersonValues) =>
    currentPassword !== '' || !isEmailChanged(email, user);
  const options = { path: ['currentPassword'], message: userMessages.passwordRequired };
  return [isMet, options] as [typeof isMet, typeof options];
}

/** True if the typed text is a valid email that differs from the user's. */
export function isEmailChanged(typed: string, user: User): boolean {
  const email = emailSchema.safeParse(typed);
  return email.success && email.data !== user.email;
}

/** The form's initial values. A new user is an active admin. */
export function userDefaultValues(user: User | null): UserFormValues {
  return {
    firstName: user?.firstName ?? '',
    lastName: user?.lastName ?? '',
    email: user?.email ?? '',
    password: '',
    currentPassword: '',
    role: user?.role ?? 'admin',
    isActive: user?.isActive ?? true,
    rights: user?.rights ?? null,
  };
}

export function areRightsChanged(rights: Rights | null, user: User | null): boolean {
  const idsOf = (of: Rights | null | undefined) => of?.mainLessonIds?.toSorted((one, other) => one - other);
  const now = user?.rights;
  const mayPublish = (of: Rights | null | undefined) => of?.canPublish ?? true;
  return mayPublish(rights) !== mayPublish(now) || String(idsOf(rights)) !== String(idsOf(now));
}
