import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** RFC 6238 with the values that every authenticator app knows. */
const issuer = 'Khmer Learning';
const periodSeconds = 30;
/** A phone's clock may be this many periods off: 90 s. */
const window = 3;
/** 160 bits, as RFC 4226 recommends. */
const secretBytes = 20;

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** The secrets of authenticator apps: made, encrypted for storage, and compared with codes. */
export interface CodeSecrets {
  /** Makes a secret for an account. @returns what is shown and what is stored */
  create(account: { _id: number; email: string }): { secret: string; uri: string; stored: string };
  /** The number of the period that a code belongs to; undefined for a code that is not valid now. */
  periodOf(stored: string, account: { _id: number; email: string }, code: string): number | undefined;
}

/** @param secrets the first one encrypts, all of them decrypt */
export function createCodeSecrets(secrets: readonly string[]): CodeSecrets {
  const keys = secrets.map((secret) => createHash('sha256').update(secret).digest());
  const [first] = keys;
  if (first === undefined) throw new Error('At least one secret is required');
  const key = first;

  /** The account's id is authenticated, so that a stored secret is worth nothing in another account. */
  function encrypt(bytes: Uint8Array, userId: number): string {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(String(userId)));
    const text = Buffer.concat([cipher.update(bytes), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64');
  }

  function decrypt(stored: string, userId: number): Buffer | undefined {
    const bytes = Buffer.from(stored, 'base64');
    for (const one of keys) {
      try {
        const decipher = createDecipheriv(algorithm, one, bytes.subarray(0, ivBytes))
          .setAAD(Buffer.from(String(userId)))
          .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
        return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]);
      } catch {
        // Encrypted with another secret of the list, or with one that was removed.
      }
    }
    return undefined;
  }

  const totpOf = (bytes: Uint8Array, label: string) =>
    new TOTP({
      issuer,
      label,
      period: periodSeconds,
      secret: new Secret({ buffer: Uint8Array.from(bytes).buffer }),
    });

  return {
    create({ _id, email }) {
      const bytes = randomBytes(secretBytes);
      const totp = totpOf(bytes, email);
      return { secret: totp.secret.base32, uri: totp.toString(), stored: encrypt(bytes, _id) };
    },
    periodOf(stored, { _id, email }, code) {
      const bytes = decrypt(stored, _id);
      if (!bytes) return undefined;
      const timestamp = Date.now();
      const delta = totpOf(bytes, email).validate({ token: code, window, timestamp });
      return delta === null ? undefined : Math.floor(timestamp / 1_000 / periodSeconds) + delta;
    },
  };
}
