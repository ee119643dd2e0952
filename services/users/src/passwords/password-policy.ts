import { userMessages } from '@khmer-learning/contracts';
import { ApiError } from '@khmer-learning/service-kit';
import { dictionary } from '@zxcvbn-ts/language-common';

/** Of the list, which begins with the most common ones (decisions/0032). */
const commonPasswordCount = 10_000;
const commonPasswords: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].slice(0, commonPasswordCount),
);

/** Shorter parts of a name or an address are in many words. */
const minPartLength = 4;

/** Whose password it is to be. */
interface PasswordOwner {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

/**
 * What is wrong with a new password that has the length and the characters it needs (`newPasswordSchema`).
 *
 * @returns the message for people; undefined when nothing is
 */
export function findPasswordProblem(password: string, owner: PasswordOwner): string | undefined {
  if (commonPasswords.has(password.trim().toLowerCase())) return userMessages.passwordCommon;
  if (containsPersonalData(password, owner)) return userMessages.passwordPersonal;
  return undefined;
}

/**
 * Refuses a password that is common or made of its owner's data.
 *
 * @param field the body's field that holds it
 * @throws ApiError 400 with an issue of that field
 */
export function assertStrongPassword(
  field: 'password' | 'newPassword',
  password: string,
  owner: PasswordOwner,
): void {
  const problem = findPasswordProblem(password, owner);
  if (problem !== undefined) throw invalidPasswordError(field, problem);
}

/** 400 with the message at the field. */
export function invalidPasswordError(field: 'password' | 'newPassword', message: string): ApiError {
  return new ApiError(400, message, { issues: [{ path: field, message }] });
}

/** Whether parts of the owner's names and address make up at least half of the letters and digits. */
function containsPersonalData(password: string, { email, firstName, lastName }: PasswordOwner): boolean {
  const candidate = normalizeLetters(password);
  const [localPart = ''] = email.split('@');
  const joined = [email, localPart, firstName + lastName, lastName + firstName].map(normalizeLetters);
  const single = [email, firstName, lastName].flatMap((text) => text.split(/[^\p{L}\p{M}\p{N}]+/u));
  const parts = [...joined, ...single.map(normalizeLetters)]
    .filter((part) => part.length >= minPartLength)
    .sort((one, other) => other.length - one.length);
  const rest = parts.reduce((left, part) => left.replaceAll(part, ' '), candidate).replaceAll(' ', '');
  return rest.length * 2 <= candidate.length && rest.length < candidate.length;
}

/** Letters and digits alone, in one case. */
function normalizeLetters(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '');
}
