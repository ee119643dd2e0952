import { createHash, randomBytes } from 'node:crypto';
import { hash } from 'bcrypt';
import { createHashWorkerPool, type HashWorkerPoolOptions } from './hash-worker-pool.ts';

/** Niceness of hashes that unauthenticated requests cause, so that sign-ins go first. */
const lowPriorityNice = 10;

/** `high` for sign-ins and signed-in users, `low` for requests that anybody can send, such as registrations. */
export type HashPriority = 'high' | 'low';

/** Hashes and verifies passwords with bcrypt. Each call may be rejected with 503 (`HashWorkerPool.run`). */
export type PasswordHasher = ReturnType<typeof createPasswordHasher>;

/**
 * Creates the hasher with a thread pool for each priority.
 * @param options.threads size of the high-priority pool, at least 2; the low-priority pool has one less, in addition
 */
export function createPasswordHasher(options: Omit<HashWorkerPoolOptions, 'nice'>) {
  const { cost, threads } = options;
  const high = createHashWorkerPool(options);
  const low = createHashWorkerPool({ ...options, threads: threads - 1, nice: lowPriorityNice });
  // Computed at the start, so that the first unknown email address does not take longer than a known one.
  const dummyHash = hashWithoutQueue('nobody has this password', cost);
  return {
    async hash(password: string, priority: HashPriority) {
      const queue = priority === 'high' ? high : low;
      const done = await queue.run({ hash: { text: prehash(password), cost } });
      if (done.hash === undefined) throw new Error('The hash worker returned no hash');
      return done.hash;
    },
    /**
     * Whether the password matches the stored hash. Without a stored hash (an unknown email address) the result is
     * false after the same time, so that timing does not reveal which addresses exist.
     */
    async matches(password: string, stored: string | undefined) {
      const compare = { texts: spellingsOf(password), stored: stored ?? (await dummyHash) };
      const { same } = await high.run({ compare });
      return same && stored !== undefined;
    },
    /** The hash of the next password if the current one matches the stored hash; undefined otherwise. */
    async verifyAndHash(current: string, stored: string, next: string) {
      const compare = { texts: spellingsOf(current), stored };
      return (await high.run({ compare, hash: { text: prehash(next), cost } })).hash;
    },
    /** The hash of a password if it differs from the stored one; undefined otherwise. */
    async hashIfDifferent(password: string, stored: string) {
      const compare = { texts: spellingsOf(password), stored };
      const hash = { text: prehash(password), cost };
      return (await high.run({ compare, hash, hashWhen: 'different' })).hash;
    },
    /** A cheap check before a low-priority hash. @throws ApiError 503 when such a hash would be rejected */
    assertNotBusy: low.assertNotBusy,
    close: () => Promise.all([high.close(), low.close()]),
  };
}

const unknownPasswordBytes = 32;

/** The hash of a password that nobody knows. Signing in with it takes as long as with any other. */
export function hashUnknownPassword(
  hasher: Pick<PasswordHasher, 'hash'>,
  priority: HashPriority,
): Promise<string> {
  return hasher.hash(randomBytes(unknownPasswordBytes).toString('base64'), priority);
}

/** The hash to store for a password, computed outside the worker pools. For use at the start of the process. */
export function hashWithoutQueue(password: string, cost: number): Promise<string> {
  return hash(prehash(password), cost);
}

/** bcrypt ignores everything after 72 bytes. A digest of fixed length makes every byte of a long password count. */
function digest(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('base64');
}

/** What is hashed of a password: one for all ways to compose its letters, in which keyboards differ (NIST SP 800-63B). */
function prehash(password: string): string {
  return digest(password.normalize('NFC'));
}

/** What may have been hashed of a password. Earlier releases hashed it as the keyboard had composed its letters. */
function spellingsOf(password: string): string[] {
  return [...new Set([password.normalize('NFC'), password, password.normalize('NFD')])].map(digest);
}
