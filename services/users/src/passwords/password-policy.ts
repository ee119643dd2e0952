import { createRequire } from 'node:module';
import { userMessages } from '@khmer-learning/contracts';
import { normaliseKhmer, trimInvisible } from '@khmer-learning/khmer-text';
import { ApiError } from '@khmer-learning/service-kit';

/** How many of the most frequent ones are used (docs/decisions/sessions-and-passwords.md#new-passwords). */
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

interface PasswordOwner {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** Compares a valid new password with common ones, the product's name and the owner's data. @returns the message if it is weak */
export function findPasswordProblem(password: string, owner: PasswordOwner): string | undefined {
  if (isCommon(password)) return userMessages.passwordCommon;
  const personal = personalParts(owner);
  if (isMostly(password, personal)) return userMessages.passwordPersonal;
  return isMostly(password, [...personal, ...productWords]) ? userMessages.passwordCommon : undefined;
}

/** Rejects a common or personal password. @throws ApiError 400 with an issue for the field of the request */
export function assertStrongPassword(
  field: 'password' | 'newPassword',
  password: string,
  owner: PasswordOwner,
): void {
  const problem = findPasswordProblem(password, owner);
  if (problem !== undefined) throw invalidPasswordError(field, problem);
}

export function invalidPasswordError(field: 'password' | 'newPassword', message: string): ApiError {
  return new ApiError(400, message, { issues: [{ path: field, message }] });
}

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
