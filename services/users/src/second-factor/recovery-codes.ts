import { createHash, randomInt } from 'node:crypto';
import { recoveryCodeCount } from '@khmer-learning/contracts';

/** Letters and digits that are not mistaken for each other (Crockford). */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 80 random bits, so that a plain hash is enough. */
const length = 16;

/** Makes recovery codes: as they are shown, and the hashes that are stored. */
export function createRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const texts = Array.from({ length: recoveryCodeCount }, () =>
    Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join(''),
  );
  return {
    codes: texts.map((text) => text.replace(/(.{4})(?=.)/g, '$1-')),
    hashes: texts.map(hashRecoveryCode),
  };
}

/** The SHA-256 (hex) of a recovery code without hyphens. */
export function hashRecoveryCode(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}
