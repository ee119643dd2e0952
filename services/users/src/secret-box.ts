import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** Encrypts secrets that the service itself must be able to read. */
export type SecretBox = ReturnType<typeof createSecretBox>;

/** @param secrets the first one encrypts, all of them decrypt */
export function createSecretBox(secrets: readonly string[]) {
  const keys = secrets.map((secret) => createHash('sha256').update(secret).digest());
  const [first] = keys;
  if (first === undefined) throw new Error('At least one secret is required');
  const key = first;

  return {
    /** @param owner is authenticated, so that a stored secret is worth nothing to another owner */
    encrypt(secret: Uint8Array, owner: string): string {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(owner));
      const text = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64');
    },

    /** Undefined for what was encrypted for another owner, or with a secret that was removed. */
    decrypt(stored: string, owner: string): Buffer | undefined {
      const bytes = Buffer.from(stored, 'base64');
      for (const one of keys) {
        try {
          const decipher = createDecipheriv(algorithm, one, bytes.subarray(0, ivBytes))
            .setAAD(Buffer.from(owner))
            .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
          return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]);
        } catch {
          // Encrypted with another secret of the list.
        }
      }
      return undefined;
    },
  };
}
