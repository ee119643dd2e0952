import { z } from 'zod';
import { isoDate, requiredText } from '../core/fields.ts';
import { roleSchema } from '../core/identity.ts';

/** Limits of spec 9. */
export const userLimits = { email: 255, name: 100, passwordMin: 8, passwordMax: 255 } as const;

/** Validation messages of spec 5, word for word. The sign-up form and the user dialog spell two of them differently. */
export const userMessages = {
  email: 'Invalid email address',
  emailTaken: 'Email is already in use',
  passwordRequired: 'Password is required',
  passwordShort: 'Password must be at least 8 characters',
  confirmShort: 'Confirm password must be at least 8 characters',
  passwordsDiffer: 'Passwords do not match',
  firstName: 'First name is required',
  lastName: 'Last name is required',
  dialogFirstName: 'Firstname is required',
  dialogLastName: 'Lastname is required',
  role: 'Role is required',
} as const;

/** The value the product has always stored, spelled so (spec 3). */
export const defaultRegistrationType = 'authenication';

/** An e-mail address: trimmed and lower-cased, so that one person has one account. */
export const emailSchema = z
  .string({ error: userMessages.email })
  .trim()
  .toLowerCase()
  .max(userLimits.email, userMessages.email)
  .pipe(z.email(userMessages.email));

const newPassword = (short: string = userMessages.passwordShort) =>
  z
    .string({ error: short })
    .min(userLimits.passwordMin, short)
    .max(userLimits.passwordMax, `Password must be at most ${userLimits.passwordMax} characters`);

/** Sign-in, to the console or as a learner. */
export const signInBody = z.object({
  email: emailSchema,
  password: z
    .string({ error: userMessages.passwordRequired })
    .min(1, userMessages.passwordRequired)
    .max(userLimits.passwordMax, `Password must be at most ${userLimits.passwordMax} characters`),
});

const nameFields = {
  firstName: requiredText(userMessages.firstName, userLimits.name),
  lastName: requiredText(userMessages.lastName, userLimits.name),
};

/** A new account. Who may ask for which role is the users service's rule (decisions, Product and people). */
export const registerBody = z.object({
  ...nameFields,
  email: emailSchema,
  password: newPassword(),
  isActive: z.boolean().default(true),
  role: z.enum(roleSchema.options, { error: userMessages.role }),
});

/** The user dialog's form for a new user: the same rules, with the dialog's own spelling. */
export const newUserForm = registerBody.extend({
  firstName: requiredText(userMessages.dialogFirstName, userLimits.name),
  lastName: requiredText(userMessages.dialogLastName, userLimits.name),
  isActive: z.boolean(),
});

/** Changing a user's details. Role, status and password have calls of their own. */
export const updateUserBody = z.object({ ...nameFields, email: emailSchema });

export const userStatusBody = z.object({ isActive: z.boolean() });

export const forgotPasswordBody = z.object({ email: emailSchema });

const confirmed = <T extends { confirmPassword: string }>(password: keyof T & string) => ({
  check: (value: T) => value[password] === value.confirmPassword,
  options: { path: ['confirmPassword'], message: userMessages.passwordsDiffer },
});

const resetMatch = confirmed<{ password: string; confirmPassword: string }>('password');
export const resetPasswordBody = z
  .object({
    token: z.string().min(1).max(200),
    password: newPassword(),
    confirmPassword: newPassword(userMessages.confirmShort),
  })
  .refine(resetMatch.check, resetMatch.options);

const changeMatch = confirmed<{ newPassword: string; confirmPassword: string }>('newPassword');
export const changePasswordBody = z
  .object({
    id: z.number().int().positive(),
    currentPassword: newPassword(),
    newPassword: newPassword(),
    confirmPassword: newPassword(),
  })
  .refine(changeMatch.check, changeMatch.options);

/** A user as the console's lists and dialogs see one. */
export const userSchema = z.object({
  id: z.number().int(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: roleSchema,
  isActive: z.boolean(),
  registrationType: z.string(),
  lastLogin: isoDate.nullable(),
  version: z.number().int(),
  createdAt: isoDate,
  updatedAt: isoDate,
});
export type User = z.infer<typeof userSchema>;

/** The signed-in person, as the browser keeps them under the storage key `user` (spec 3). */
export const sessionUserSchema = userSchema.pick({
  id: true,
  firstName: true,
  lastName: true,
  email: true,
  role: true,
});
export type SessionUser = z.infer<typeof sessionUserSchema>;
