import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { createSecretBox } from '../secret-box.ts';

/** RFC 6238 with the values that every authenticator app knows. */
const issuer = 'Khmer Learning';
const periodSeconds = 30;
/** A phone's clock may be this many periods off: 90 s. */
const window = 3;
/** 160 bits, as RFC 4226 recommends. */
const secretBytes = 20;

/** The secrets of authenticator apps: made, encrypted for storage, and compared with codes. */
export type CodeSecrets = ReturnType<typeof createCodeSecrets>;

/** @param secrets the first one encrypts, all of them decrypt */
export function createCodeSecrets(secrets: readonly string[]) {
  const box = createSecretBox(secrets);
  const totpOf = (bytes: Uint8Array, label: string) =>
    new TOTP({
      issuer,
      label,
      period: periodSeconds,
      secret: new Secret({ buffer: Uint8Array.from(bytes).buffer }),
    });

  return {
    /** Makes a secret for an account. @returns what is shown and what is stored */
    create({ _id, email }: { _id: number; email: string }) {
      const bytes = randomBytes(secretBytes);
      const totp = totpOf(bytes, email);
      return { secret: totp.secret.base32, uri: totp.toString(), stored: box.encrypt(bytes, String(_id)) };
    },
    /** The number of the period that a code belongs to; undefined for a code that is not valid now. */
    periodOf(stored: string, { _id, email }: { _id: number; email: string }, code: string) {
      const bytes = box.decrypt(stored, String(_id));
      if (!bytes) return undefined;
      const timestamp = Date.now();
      const delta = totpOf(bytes, email).validate({ token: code, window, timestamp });
      return delta === null ? undefined : Math.floor(timestamp / 1_000 / periodSeconds) + delta;
    },
  };
}
