import { createHash } from 'node:crypto';
import { compare, hash } from 'bcrypt';

/** Stores and checks passwords with bcrypt at one cost. */
export interface PasswordHasher {
  /** What to store for a password. */
  hash(password: string): Promise<string>;
  /**
   * Whether the password is the stored one. Without a stored one (nobody has that e-mail address) it
   * takes the same time and is false.
   */
  matches(password: string, stored: string | undefined): Promise<boolean>;
}

/** @param cost bcrypt's cost factor: every step doubles the time */
export function createPasswordHasher(cost: number): PasswordHasher {
  // Made at once, so that the first unknown e-mail address does not take longer than a known one.
  const nobody = hash(digest('nobody has this password'), cost);
  return {
    hash: (password) => hash(digest(password), cost),
    async matches(password, stored) {
      const same = await compare(digest(password), stored ?? (await nobody));
      return same && stored !== undefined;
    },
  };
}

/** bcrypt ignores everything after 72 bytes: a digest of fixed length makes all of a long password count. */
function digest(password: string): string {
  return createHash('sha256').update(password, 'utf8').digest('base64');
}
