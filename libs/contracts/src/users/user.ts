import { isBlank } from '@khmer-learning/khmer-text';
import { z } from 'zod';
import { isoDate, requiredText } from '../core/fields.ts';
import { rightsSchema, roleSchema, staffRoles } from '../core/identity.ts';
import { secondFactorCode } from './second-factor.ts';

/** Limits of what users type. A password's characters are counted in NFC, however the keyboard has composed them. */
export const userLimits = {
  email: 255,
  name: 100,
  passwordMin: 8,
  passwordMax: 255,
} as const;

/** The validation messages: clients and tests rely on their words. Two differ between sign-up form and user dialog. */
export const userMessages = {
  email: 'Invalid email address',
  emailTaken: 'Email is already in use',
  passwordRequired: 'Password is required',
  passwordShort: 'Password must be at least 8 characters',
  passwordLong: 'Password must be at most 255 characters',
  passwordBlank: 'Password must not be blank or one repeated character',
  passwordCommon: 'This password is too common. Choose a different one',
  passwordPersonal: 'Password must not be based on the name or email address',
  passwordSame: 'New password must differ from the current one',
  confirmShort: 'Confirm password must be at least 8 characters',
  passwordsDiffer: 'Passwords do not match',
  firstName: 'First name is required',
  lastName: 'Last name is required',
  dialogFirstName: 'Firstname is required',
  dialogLastName: 'Lastname is required',
  role: 'Role is required',
  roleChange: 'A role can be changed between admin and teacher only',
  unknownRole: 'Role must be admin, teacher or student',
  lastAdminRole: 'You cannot change the role of the last active admin',
  tooManyToImport: 'The file has more than 5,000 people. Split it into several files',
} as const;

/** Most people in one file: their invitations are mailed within a day. */
export const maxImportedPeople = 5_000;

/** The stored value has always been misspelled. */
export const defaultRegistrationType = 'authenication';

/** An email address, trimmed and lower-cased so that equal addresses share one account. */
export const emailSchema = z
  .string({ error: userMessages.email })
  .trim()
  .toLowerCase()
  .max(userLimits.email, userMessages.email)
  .pipe(z.email(userMessages.email));

/**
 * A new password, in NFC: keyboards differ in how they compose letters with accents. Each Unicode character counts as one
 * (NIST SP 800-63B). The users service also rejects common passwords and those based on the user's own data: the list of
 * common passwords is too large for a browser.
 */
export const newPasswordSchema = z
  .string({ error: userMessages.passwordShort })
  .normalize('NFC')
  .min(userLimits.passwordMin, userMessages.passwordShort)
  .max(userLimits.passwordMax, { error: userMessages.passwordLong, abort: true })
  .refine((value) => countVisibleCharacters(value) > 1, userMessages.passwordBlank);

/** Number of different visible characters in a text. */
function countVisibleCharacters(text: string): number {
  return new Set([...text.toLowerCase()].filter((character) => !isBlank(character))).size;
}

/** The most that `passwordMax` characters can become when a keyboard takes them apart. */
const typedMax = 4 * userLimits.passwordMax;

/** An existing password, which may be typed in another composition than the one that was chosen. */
const typedPassword = (tooShort: string, min: number) =>
  z
    .string({ error: tooShort })
    .min(min, tooShort)
    .max(typedMax, { error: userMessages.passwordLong, abort: true })
    .refine(
      (value) => [...value.normalize('NFC')].length <= userLimits.passwordMax,
      userMessages.passwordLong,
    );

/** An existing password, or its confirmation. */
const existingPassword = (short: string = userMessages.passwordShort) =>
  typedPassword(short, userLimits.passwordMin);

/** Sign-in, to the console or as a learner. */
export const signInBody = z.object({
  email: emailSchema,
  password: typedPassword(userMessages.passwordRequired, 1),
});

/** Sign-in to the console. `code` is needed by who has a second factor. */
export const consoleSignInBody = signInBody.extend({ code: secondFactorCode.optional() });

const nameFields = {
  firstName: requiredText(userMessages.firstName, userLimits.name),
  lastName: requiredText(userMessages.lastName, userLimits.name),
};

/** A new account. The users service checks who may create which role. */
export const registerBody = z.object({
  ...nameFields,
  email: emailSchema,
  password: newPasswordSchema,
  isActive: z.boolean().default(true),
  role: z.enum(roleSchema.options, { error: userMessages.role }),
});

/** The form for a new user in the user dialog: the same rules with the dialog's own messages. */
export const newUserForm = registerBody.extend({
  firstName: requiredText(userMessages.dialogFirstName, userLimits.name),
  lastName: requiredText(userMessages.dialogLastName, userLimits.name),
  isActive: z.boolean(),
});

/** What an admin takes from a teacher; null, or what takes nothing, for who may publish everything. Not kept of other roles. */
const givenRights = rightsSchema.nullable().optional();

/** Staff who choose their own password with a mailed link. */
export const invitationBody = newUserForm
  .pick({ firstName: true, lastName: true, email: true })
  .extend({ role: z.enum(staffRoles, { error: userMessages.role }), rights: givenRights });

/**
 * Changes to one's own account; absent fields stay unchanged. Changing the email address requires the current password
 * of the caller.
 */
export const updateAccountBody = z
  .object({ ...nameFields, email: emailSchema, currentPassword: z.string().max(userLimits.passwordMax) })
  .partial();

/**
 * Changes to a user by an admin: those of `updateAccountBody`, the role, between admin and teacher, and a teacher's rights.
 * Status and password have their own endpoints.
 */
export const updateUserBody = updateAccountBody.extend({
  role: z.enum(roleSchema.options, { error: userMessages.role }).optional(),
  rights: givenRights,
});

export const userStatusBody = z.object({ isActive: z.boolean() });

/** The token from the confirmation link in the email. */
export const confirmEmailBody = z.object({ token: z.string().min(1).max(200) });

export const forgotPasswordBody = z.object({ email: emailSchema });

/** Whether two passwords are the same, however their letters are composed. */
const isSamePassword = (one: string, other: string) => one.normalize('NFC') === other.normalize('NFC');

const confirmationRule = <T extends { confirmPassword: string }>(password: keyof T & string) => ({
  check: (value: T) => isSamePassword(String(value[password]), value.confirmPassword),
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
  !isSamePassword(change.newPassword, change.currentPassword);
const newPasswordRule = { path: ['newPassword'], message: userMessages.passwordSame };

/** A password change by a learner. */
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

/** A user in the console's lists and dialogs. */
export const userSchema = z.object({
  id: z.number().int(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: roleSchema,
  /** Absent for who may publish everything. */
  rights: rightsSchema.optional(),
  isActive: z.boolean(),
  /** Whether more than the password is asked for; absent for no. */
  hasSecondFactor: z.boolean().optional(),
  /** Until when the person can accept the invitation; absent for everybody who has a password. */
  invitedUntil: isoDate.optional(),
  registrationType: z.string(),
  lastLogin: isoDate.nullable(),
  version: z.number().int(),
  createdAt: isoDate,
  updatedAt: isoDate,
});
export type User = z.infer<typeof userSchema>;

/** How the console speaks to a user, and the language of mails. Null: not chosen. */
export const languagePreferenceSchema = z.object({
  /** Without a choice the console uses the browser's, and mails are English. */
  language: z.enum(['en', 'km']).nullable(),
  /** The digits of Khmer texts. Without a choice they are those chosen in the browser. */
  numerals: z.enum(['latn', 'khmr']).nullable(),
});
export type LanguagePreference = z.infer<typeof languagePreferenceSchema>;

/** The signed-in user, stored by the browser under the key `user`. */
export const sessionUserSchema = userSchema.pick({
  id: true,
  firstName: true,
  lastName: true,
  email: true,
  role: true,
  rights: true,
});
export type SessionUser = z.infer<typeof sessionUserSchema>;

/** The signed-in learner, as apps receive it. */
export const learnerUserSchema = sessionUserSchema.omit({ rights: true }).extend({
  /** First and last name. */
  name: z.string(),
});
export type LearnerUser = z.infer<typeof learnerUserSchema>;

/** The tokens of a learner's app. `accessToken` and `token` are the same. A refresh token can be used once. */
export const learnerTokensSchema = z.object({
  accessToken: z.string(),
  token: z.string(),
  refreshToken: z.string(),
});
export type LearnerTokens = z.infer<typeof learnerTokensSchema>;

/** The learner and the tokens of a new sign-in. */
export const signedInLearnerSchema = learnerTokensSchema.extend({ user: learnerUserSchema });
export type SignedInLearner = z.infer<typeof signedInLearnerSchema>;

/** The name that takes the place of a learner's name and address after the learner has deleted the account. */
export const deletedLearnerName = 'Deleted learner';

export const refreshTokenBody = z.object({ refreshToken: z.string().min(1).max(200) });

/** Names under which apps send the provider's token, besides `idToken`. */
const idTokenAliases = ['id_token', 'identityToken'] as const;

/**
 * Sign-in with the ID token of Apple or Google. `nonce` is the value that the app chose for this sign-in; the token's
 * claim is the same value or its SHA-256 (hex). Names are used for a new account, because Apple's token has none.
 */
export const idTokenBody = z.preprocess(
  (body) => {
    if (typeof body !== 'object' || body === null || 'idToken' in body) return body;
    const alias = Object.entries(body).find(([name]) => idTokenAliases.some((one) => one === name));
    return alias ? { ...body, idToken: alias[1] } : body;
  },
  z.object({
    idToken: z.string().min(1).max(8_192),
    nonce: z.string().min(1).max(256),
    firstName: z.string().max(userLimits.name).optional(),
    lastName: z.string().max(userLimits.name).optional(),
  }),
);
