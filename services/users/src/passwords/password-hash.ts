import { createHash } from 'node:crypto';
import { hash } from 'bcrypt';
import { createHashQueue, type HashPriority, type HashQueueOptions } from './hash-queue.ts';

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
  replace(current: string, stored: string, next: string): Promise<string | undefined>;
  /** What to store for a password, if it is another than the stored one; undefined otherwise. */
  hashIfNew(password: string, stored: string): Promise<string | undefined>;
  close(): Promise<void>;
}

/** @param options.cost bcrypt's cost factor: every step doubles the time */
export function createPasswordHasher(options: HashQueueOptions): PasswordHasher {
  const { cost } = options;
  const queue = createHashQueue(options);
  // Made at once, so that the first unknown e-mail address does not take longer than a known one.
  const nobody = firstHash('nobody has this password', cost);
  return {
    async hash(password, priority) {
      const done = await queue.run({ hash: { text: digest(password), cost } }, priority);
      if (done.hash === undefined) throw new Error('The password was not hashed');
      return done.hash;
    },
    async matches(password, stored) {
      const compare = { text: digest(password), stored: stored ?? (await nobody) };
      const { same } = await queue.run({ compare }, 'high');
      return same && stored !== undefined;
    },
    async replace(current, stored, next) {
      const compare = { text: digest(current), stored };
      return (await queue.run({ compare, hash: { text: digest(next), cost } }, 'high')).hash;
    },
    async hashIfNew(password, stored) {
      const text = digest(password);
      return (
        await queue.run({ compare: { text, stored }, hash: { text, cost }, hashWhen: 'different' }, 'low')
      ).hash;
    },
    close: () => queue.close(),
  };
}

/** What to store for a password, made outside the queue: for the start of a process, while nobody waits. */
export function firstHash(password: string, cost: number): Promise<string> {
  return hash(digest(password), cost);
}

/** bcrypt ignores everything after 72 bytes: a digest of fixed length makes all of a long password count. */
function digest(password: string): string {
  return createHash('sha256').update(password, 'utf8').digest('base64');
}
