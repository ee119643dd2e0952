import cookie from '@fastify/cookie';
import { auditList } from '@khmer-learning/contracts';
import { createApp, mountEndpoint, type Service } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import { apiKeyModel } from './api-keys/api-key.model.ts';
import { mountApiKeys } from './api-keys/api-key.routes.ts';
import { createApiKeyService } from './api-keys/api-key.service.ts';
import { auditModel } from './audit/audit.model.ts';
import { createAuditList } from './audit/audit-list.ts';
import type { UsersConfig } from './config.ts';
import { mailJobModel } from './mails/mail-job.model.ts';
import { type MailJob, type MailQueue, startMailQueue } from './mails/mail-queue.ts';
import { createCurrentPassword } from './passwords/current-password.ts';
import { createMailer } from './passwords/mailer.ts';
import { mountPasswords } from './passwords/password.routes.ts';
import { createPasswordService } from './passwords/password.service.ts';
import { createPasswordHasher } from './passwords/password-hash.ts';
import { resetTokenModel } from './passwords/reset-token.model.ts';
import { pendingRegistrationModel } from './registrations/pending-registration.model.ts';
import { mountRegistrations } from './registrations/registration.routes.ts';
import { createRegistrationService } from './registrations/registration.service.ts';
import { attemptModel } from './sessions/attempt.model.ts';
import { createAttemptLimits } from './sessions/attempt-limits.ts';
import { blacklistModel } from './sessions/blacklist.model.ts';
import { mountSessions } from './sessions/session.routes.ts';
import { createSessionService } from './sessions/session.service.ts';
import { createSessionCookie } from './sessions/session-cookie.ts';
import { createTrustedBrowsers } from './sessions/trusted-browser.ts';
import { createUserTokens } from './sessions/user-tokens.ts';
import { adminCreatedMail, emailChangedMail } from './users/account-mails.ts';
import { createAccounts } from './users/accounts.ts';
import { createAdminTurns } from './users/admin-turns.ts';
import { userModel } from './users/user.model.ts';
import { mountUsers } from './users/user.routes.ts';
import { createUserService } from './users/user.service.ts';
import { userNamesOf } from './users/user-names.ts';

/** The users service's app. It does not listen, and `prepare` has to run once before it is of use. */
export function buildApp(service: Service<UsersConfig>): FastifyInstance {
  const { connection, config, logger } = service;
  const users = userModel(connection);
  const accounts = createAccounts(users);
  const hasher = createPasswordHasher({
    cost: config.BCRYPT_COST,
    threads: config.HASH_THREADS,
    timeoutMs: config.HASH_TIMEOUT_MS,
    logger,
  });
  const limits = createAttemptLimits(attemptModel(connection), config.HASH_TIMEOUT_MS / 4);
  const currentPassword = createCurrentPassword({ service, accounts, hasher, limits });
  const mailer = createMailer(config, logger);
  const apiKeys = createApiKeyService(service, apiKeyModel(connection));

  const browsers = createTrustedBrowsers(config.SESSION_SECRETS, config.PUBLIC_URL);

  const mailOf: Record<MailJob['kind'], (job: MailJob) => Promise<void>> = {
    resetPassword: (job) => passwords.mail(job),
    confirmEmail: (job) => registrations.mail(job),
    emailChanged: (job) => mailer.send(emailChangedMail(job)),
    adminCreated: (job) => mailer.send(adminCreatedMail(job)),
  };
  const mailQueue: MailQueue = startMailQueue(mailJobModel(connection), logger, (job) =>
    mailOf[job.kind](job),
  );
  const sending = {
    service,
    logger,
    accounts,
    hasher,
    limits,
    mailQueue,
    mailer,
    publicUrl: config.PUBLIC_URL,
  };
  const passwords = createPasswordService({
    ...sending,
    currentPassword,
    resetTokens: resetTokenModel(connection),
  });
  const registrations = createRegistrationService({
    ...sending,
    pending: pendingRegistrationModel(connection),
  });

  const app = createApp(service);
  app.addHook('onClose', async () => {
    await Promise.all([hasher.close(), mailQueue.stop()]);
  });
  void app.register(cookie);
  const userService = createUserService({
    service,
    users,
    adminTurns: createAdminTurns(connection),
    hasher,
    currentPassword,
    mailQueue,
    apiKeys,
  });
  mountUsers(app, userService);
  mountRegistrations(app, registrations, userService);
  mountSessions(
    app,
    createSessionService({
      service,
      accounts,
      hasher,
      limits,
      blacklist: blacklistModel(connection),
      tokens: createUserTokens(config.SESSION_SECRETS),
    }),
    createSessionCookie(config.PUBLIC_URL),
    browsers,
  );
  mountPasswords(app, passwords, browsers);
  mountApiKeys(app, apiKeys);
  const listAudit = createAuditList(auditModel(connection), userNamesOf(connection));
  mountEndpoint(app, auditList, ({ query }) => listAudit(query));
  return app;
}
