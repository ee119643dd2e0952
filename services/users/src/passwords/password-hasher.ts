import { createHash } from 'node:crypto';
import { hash } from 'bcrypt';
import { createHashWorkerPool, type HashWorkerPoolOptions } from './hash-worker-pool.ts';

/** What anybody can ask for is hashed after what people wait for who sign in. */
const lowPriorityNice = 10;

/** `high` for people who sign in or are signed in, `low` for what anybody can ask for. */
export type HashPriority = 'high' | 'low';

/** Stores and checks passwords with bcrypt at one cost. Each call may be refused with 503 (`HashQueue.run`). */
export interface PasswordHasher {
  /** What to store for a password. */
  hash(password: string, priority: HashPriority): Promise<string>;
  /**
   * Whether the password is the stored one. Without a stored one (nobody has that e-mail address) it
   * takes the same time and is false.
   */
  matches(password: string, stored: string | undefined): Promise<boolean>;
  /** What to store for the next password, if the current one is the stored one; undefined otherwise. */
  verifyAndHash(current: string, stored: string, next: string): Promise<string | undefined>;
  /** What to store for a password, if it is another than the stored one; undefined otherwise. */
  hashIfDifferent(password: string, stored: string): Promise<string | undefined>;
  /** For what anybody can ask for, before it costs anything. @throws ApiError 503 when a hash of low priority would be refused */
  assertNotBusy(): void;
  close(): Promise<void>;
}

/**
 * @param options.cost bcrypt's cost factor: every step doubles the time
 * @param options.threads of high priority, at least 2; those of low priority are one less, and come in addition
 */
export function createPasswordHasher(options: Omit<HashWorkerPoolOptions, 'nice'>): PasswordHasher {
  const { cost, threads } = options;
  const high = createHashWorkerPool(options);
  const low = createHashWorkerPool({ ...options, threads: threads - 1, nice: lowPriorityNice });
  // Made at once, so that the first unknown e-mail address does not take longer than a known one.
  const dummyHash = hashWithoutQueue('nobody has this password', cost);
  return {
    async hash(password, priority) {
      const queue = priority === 'high' ? high : low;
      const done = await queue.run({ hash: { text: prehash(password), cost } });
      if (done.hash === undefined) throw new Error('The password was not hashed');
      return done.hash;
    },
    async matches(password, stored) {
      const compare = { text: prehash(password), stored: stored ?? (await dummyHash) };
      const { same } = await high.run({ compare });
      return same && stored !== undefined;
    },
    async verifyAndHash(current, stored, next) {
      const compare = { text: prehash(current), stored };
      return (await high.run({ compare, hash: { text: prehash(next), cost } })).hash;
    },
    async hashIfDifferent(password, stored) {
      const text = prehash(password);
      return (await high.run({ compare: { text, stored }, hash: { text, cost }, hashWhen: 'different' }))
        .hash;
    },
    assertNotBusy: () => low.assertNotBusy(),
    async close() {
      await Promise.all([high.close(), low.close()]);
    },
  };
}

/** What to store for a password, made outside the queue: for the start of a process, while nobody waits. */
export function hashWithoutQueue(password: string, cost: number): Promise<string> {
  return hash(prehash(password), cost);
}

/** bcrypt ignores everything after 72 bytes: a digest of fixed length makes all of a long password count. */
function prehash(password: string): string {
  return createHash('sha256').update(password, 'utf8').digest('base64');
}
