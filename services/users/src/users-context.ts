import type { Service } from '@khmer-learning/service-kit';
import type { UsersConfig } from './config.ts';
import type { MailQueue } from './mails/mail-queue.ts';
import type { PasswordHasher } from './passwords/password-hasher.ts';
import type { AttemptLimiter } from './sessions/attempt-limiter.ts';
import type { AccountRepository } from './users/account-repository.ts';

/** What most parts of this service need. */
export interface UsersContext {
  readonly service: Service<UsersConfig>;
  readonly accounts: AccountRepository;
  readonly hasher: PasswordHasher;
  readonly limits: AttemptLimiter;
  readonly mailQueue: MailQueue;
}
