import { createHash } from 'node:crypto';
import { hash } from 'bcrypt';
import { createHashQueue, type HashQueueOptions } from './hash-queue.ts';

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
  replace(current: string, stored: string, next: string): Promise<string | undefined>;
  /** What to store for a password, if it is another than the stored one; undefined otherwise. */
  hashIfNew(password: string, stored: string): Promise<string | undefined>;
  /** For what anybody can ask for, before it costs anything. @throws ApiError 503 when a hash of low priority would be refused */
  refuseIfBusy(): void;
  close(): Promise<void>;
}

/**
 * @param options.cost bcrypt's cost factor: every step doubles the time
 * @param options.threads of high priority, at least 2; those of low priority are one less, and come in addition
 */
export function createPasswordHasher(options: Omit<HashQueueOptions, 'nice'>): PasswordHasher {
  const { cost, threads } = options;
  const high = createHashQueue(options);
  const low = createHashQueue({ ...options, threads: threads - 1, nice: lowPriorityNice });
  // Made at once, so that the first unknown e-mail address does not take longer than a known one.
  const nobody = firstHash('nobody has this password', cost);
  return {
    async hash(password, priority) {
      const queue = priority === 'high' ? high : low;
      const done = await queue.run({ hash: { text: digest(password), cost } });
      if (done.hash === undefined) throw new Error('The password was not hashed');
      return done.hash;
    },
    async matches(password, stored) {
      const compare = { text: digest(password), stored: stored ?? (await nobody) };
      const { same } = await high.run({ compare });
      return same && stored !== undefined;
    },
    async replace(current, stored, next) {
      const compare = { text: digest(current), stored };
      return (await high.run({ compare, hash: { text: digest(next), cost } })).hash;
    },
    async hashIfNew(password, stored) {
      const text = digest(password);
      return (await high.run({ compare: { text, stored }, hash: { text, cost }, hashWhen: 'different' }))
        .hash;
    },
    refuseIfBusy: () => low.refuseIfBusy(),
    async close() {
      await Promise.all([high.close(), low.close()]);
    },
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
