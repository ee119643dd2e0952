import { isBlank } from '@khmer-learning/khmer-text';
import { z } from 'zod';
import { isoDate, requiredText } from '../core/fields.ts';
import { roleSchema } from '../core/identity.ts';

/** Limits of spec 9. A new password has at most 72 bytes; older ones, up to `passwordMax` characters, still open their account. */
export const userLimits = {
  email: 255,
  name: 100,
  passwordMin: 8,
  passwordMax: 255,
  newPasswordMaxBytes: 72,
} as const;

/** Validation messages of spec 5, word for word. The sign-up form and the user dialog spell two of them differently. */
export const userMessages = {
  email: 'Invalid email address',
  emailTaken: 'Email is already in use',
  passwordRequired: 'Password is required',
  passwordShort: 'Password must be at least 8 characters',
  passwordLong: 'Password must be at most 72 bytes: 72 English or 24 Khmer characters',
  passwordBlank: 'Password must not be blank or one repeated character',
  passwordCommon: 'This password is one of the most common ones. Choose another',
  passwordPersonal: 'Password must not be made of the name or email address',
  passwordSame: 'New password must differ from the current one',
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

/**
 * A password to be set. That it is neither common nor made of the person's own data is the users service's rule: the
 * list of common ones is too large for a browser.
 */
export const newPasswordSchema = z
  .string({ error: userMessages.passwordShort })
  .min(userLimits.passwordMin, userMessages.passwordShort)
  .max(userLimits.newPasswordMaxBytes, { error: userMessages.passwordLong, abort: true })
  .refine((value) => new Blob([value]).size <= userLimits.newPasswordMaxBytes, userMessages.passwordLong)
  .refine((value) => countVisibleCharacters(value) > 1, userMessages.passwordBlank);

/** How many different characters a text shows. */
function countVisibleCharacters(text: string): number {
  return new Set([...text.toLowerCase()].filter((character) => !isBlank(character))).size;
}

/** A password somebody has, or types a second time. */
const existingPassword = (short: string = userMessages.passwordShort) =>
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
  password: newPasswordSchema,
  isActive: z.boolean().default(true),
  role: z.enum(roleSchema.options, { error: userMessages.role }),
});

/** The user dialog's form for a new user: the same rules, with the dialog's own spelling. */
export const newUserForm = registerBody.extend({
  firstName: requiredText(userMessages.dialogFirstName, userLimits.name),
  lastName: requiredText(userMessages.dialogLastName, userLimits.name),
  isActive: z.boolean(),
});

/**
 * Changing a user's details: what is absent stays. Role, status and password have calls of their own. Another address
 * needs the current password of who changes it.
 */
export const updateUserBody = z
  .object({ ...nameFields, email: emailSchema, currentPassword: z.string().max(userLimits.passwordMax) })
  .partial();

export const userStatusBody = z.object({ isActive: z.boolean() });

/** The token of a mailed link to confirm an address. */
export const confirmEmailBody = z.object({ token: z.string().min(1).max(200) });

export const forgotPasswordBody = z.object({ email: emailSchema });

const confirmationRule = <T extends { confirmPassword: string }>(password: keyof T & string) => ({
  check: (value: T) => value[password] === value.confirmPassword,
  options: { path: ['confirmPassword'], message: userMessages.passwordsDiffer },
});

const resetConfirmation = confirmationRule<{ password: string; confirmPassword: string }>('password');
export const resetPasswordBody = z
  .object({
    token: z.string().min(1).max(200),
    password: newPasswordSchema,
    confirmPassword: existingPassword(userMessages.confirmShort),
  })
  .refine(resetConfirmation.check, resetConfirmation.options);

const passwordChange = { currentPassword: existingPassword(), newPassword: newPasswordSchema };
const isNewPassword = (change: { currentPassword: string; newPassword: string }) =>
  change.newPassword !== change.currentPassword;
const newPasswordRule = { path: ['newPassword'], message: userMessages.passwordSame };

/** A learner's new password. */
export const changeLearnerPasswordBody = z.object(passwordChange).refine(isNewPassword, newPasswordRule);

const changeConfirmation = confirmationRule<{ newPassword: string; confirmPassword: string }>('newPassword');
export const changePasswordBody = z
  .object({
    id: z.number().int().positive(),
    ...passwordChange,
    confirmPassword: existingPassword(),
  })
  .refine(changeConfirmation.check, changeConfirmation.options)
  .refine(isNewPassword, newPasswordRule);

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
