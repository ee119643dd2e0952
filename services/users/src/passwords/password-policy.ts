import { createRequire } from 'node:module';
import { userMessages } from '@khmer-learning/contracts';
import { normaliseKhmer, trimInvisible } from '@khmer-learning/khmer-text';
import { ApiError } from '@khmer-learning/service-kit';

/**
 * How many entries of the list are used. It is sorted by frequency
 * (docs/decisions/sessions-and-passwords.md#new-passwords).
 */
const commonPasswordCount = 10_000;
let commonPasswords: ReadonlySet<string> | undefined;

/** Loads the list when it is first needed: its package takes 6 MB. */
function isCommon(password: string): boolean {
  commonPasswords ??= new Set(loadPackage().dictionary['passwords-common'].slice(0, commonPasswordCount));
  return commonPasswords.has(trimInvisible(normaliseKhmer(password)));
}
const loadPackage = (): typeof import('@zxcvbn-ts/language-common') =>
  createRequire(import.meta.url)('@zxcvbn-ts/language-common');

/** Words of the product's name, which attackers try first: the published password of a local stack has no others. */
const productWords = ['khmer', 'learning', 'learn'];

/** Shorter parts of a name or an address occur in many ordinary words. */
const minPartLength = 4;

/** The person who will have the password. */
interface PasswordOwner {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

/**
 * Checks a new password that already has a valid length and characters (`newPasswordSchema`) against the list of
 * common passwords, the product's name and the owner's personal data.
 *
 * @returns the message to show; undefined when the password is accepted
 */
export function findPasswordProblem(password: string, owner: PasswordOwner): string | undefined {
  if (isCommon(password)) return userMessages.passwordCommon;
  const personal = personalParts(owner);
  if (isMostly(password, personal)) return userMessages.passwordPersonal;
  return isMostly(password, [...personal, ...productWords]) ? userMessages.passwordCommon : undefined;
}

/**
 * Rejects a password that is common, or based on the product's name or its owner's personal data.
 *
 * @param field the field of the request body that holds the password
 * @throws ApiError 400 with an issue for that field
 */
export function assertStrongPassword(
  field: 'password' | 'newPassword',
  password: string,
  owner: PasswordOwner,
): void {
  const problem = findPasswordProblem(password, owner);
  if (problem !== undefined) throw invalidPasswordError(field, problem);
}

/** A 400 error with the message as an issue of the field. */
export function invalidPasswordError(field: 'password' | 'newPassword', message: string): ApiError {
  return new ApiError(400, message, { issues: [{ path: field, message }] });
}

/** Parts of the owner's name and address. */
function personalParts({ email, firstName, lastName }: PasswordOwner): string[] {
  const [localPart = ''] = email.split('@');
  const joined = [email, localPart, firstName + lastName, lastName + firstName].map(normalizeLetters);
  const single = [email, firstName, lastName].flatMap((text) => text.split(/[^\p{L}\p{M}\p{N}]+/u));
  return [...joined, ...single.map(normalizeLetters)].filter((part) => part.length >= minPartLength);
}

/** Whether these parts make up at least half of the letters and digits. */
function isMostly(password: string, parts: readonly string[]): boolean {
  const candidate = normalizeLetters(password);
  const rest = [...parts]
    .sort((one, other) => other.length - one.length)
    .reduce((left, part) => left.replaceAll(part, ' '), candidate)
    .replaceAll(' ', '');
  return rest.length * 2 <= candidate.length && rest.length < candidate.length;
}

/** Only the visible letters and digits, lower-cased and NFKC-normalised. */
function normalizeLetters(text: string): string {
  return normaliseKhmer(text.normalize('NFKC')).replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '');
}
