import cookie from '@fastify/cookie';
import {
  accountRecentItems,
  auditList,
  userDeadJobsList,
  userDeadJobsRetry,
} from '@khmer-learning/contracts';
import {
  createApp,
  createJobRunner,
  createListStore,
  createServiceContext,
  mountEndpoint,
  type Service,
  startRepublication,
  type Transaction,
} from '@khmer-learning/service-kit';
import { createImportService } from '@khmer-learning/transfer';
import type { FastifyInstance } from 'fastify';
import { apiKeyModel } from './api-keys/api-key.model.ts';
import { apiKeyRoutes } from './api-keys/api-key.routes.ts';
import { createApiKeyService } from './api-keys/api-key.service.ts';
import { createApiKeyUsage } from './api-keys/api-key-usage.ts';
import { auditModel } from './audit/audit.model.ts';
import { createAuditEraser } from './audit/audit-eraser.ts';
import { createAuditLogReader } from './audit/audit-log-reader.ts';
import { readRecentItems } from './audit/recent-items.ts';
import { passkeySiteOf, type UsersConfig } from './config.ts';
import { erasureModel } from './deletions/erasure.model.ts';
import { createErasureJob, maxErasureHours } from './deletions/erasure-job.ts';
import { createOwnAccountDeletion } from './deletions/own-account-deletion.ts';
import { learnerRoutes } from './learners/learner.routes.ts';
import { learnerNoteModel } from './learners/learner-note.model.ts';
import { listViewModels } from './list-views/list-view.model.ts';
import { eraseListViews, listViewRoutes } from './list-views/list-view.routes.ts';
import { composeMail } from './mails/compose-mail.ts';
import { mailJobModel } from './mails/mail-job.model.ts';
import { createMailQueue, type MailJob, type MailQueue } from './mails/mail-queue.ts';
import { createMailer } from './mails/mailer.ts';
import { notificationModel } from './notifications/notification.model.ts';
import { notificationRoutes } from './notifications/notification.routes.ts';
import { createCurrentPasswordVerifier } from './passwords/current-password-verifier.ts';
import { passwordRoutes } from './passwords/password.routes.ts';
import { createPasswordService } from './passwords/password.service.ts';
import { createPasswordHasher } from './passwords/password-hasher.ts';
import { resetTokenModel } from './passwords/reset-token.model.ts';
import { privacyPolicyModel } from './privacy-policy/privacy-policy.model.ts';
import { privacyPolicyRoutes } from './privacy-policy/privacy-policy.routes.ts';
import { createPrivacyPolicyService } from './privacy-policy/privacy-policy.service.ts';
import { createLearnerProgress } from './progress/learner-progress.ts';
import { progressModels } from './progress/progress.model.ts';
import { progressRoutes } from './progress/progress.routes.ts';
import { progressErasureJob } from './progress/progress-erasure.job.ts';
import { createReviewParameters } from './progress/review-parameters.ts';
import { providerSignInRoutes } from './provider-sign-in/provider-sign-in.routes.ts';
import { createProviderSignInService } from './provider-sign-in/provider-sign-in.service.ts';
import { pendingRegistrationModel } from './registrations/pending-registration.model.ts';
import { registrationRoutes } from './registrations/registration.routes.ts';
import { createRegistrationService } from './registrations/registration.service.ts';
import { remoteSettingsOf } from './remote-settings/remote-settings.model.ts';
import { remoteSettingsRoutes } from './remote-settings/remote-settings.routes.ts';
import { schoolAccountRoutes } from './school-account/school-account.routes.ts';
import { createSchoolAccountService } from './school-account/school-account.service.ts';
import { createSchoolSignInCookie } from './school-account/school-sign-in-cookie.ts';
import { createCodeSecrets } from './second-factor/code-secrets.ts';
import { passkeyRoutes } from './second-factor/passkeys.routes.ts';
import { createPasskeyService } from './second-factor/passkeys.service.ts';
import { createPasskeyChallenges } from './second-factor/passkeys-challenges.ts';
import { secondFactorRoutes } from './second-factor/second-factor.routes.ts';
import { createSecondFactorService } from './second-factor/second-factor.service.ts';
import { secondFactorPolicyModel } from './second-factor/second-factor-policy.model.ts';
import { createSecondFactorPolicy } from './second-factor/second-factor-policy.ts';
import { createSecretBox } from './secret-box.ts';
import { attemptModel } from './sessions/attempt.model.ts';
import { createAttemptLimiter } from './sessions/attempt-limiter.ts';
import { blacklistModel } from './sessions/blacklist.model.ts';
import { consoleSessionModel } from './sessions/console-session.model.ts';
import { createRefreshFamilies } from './sessions/refresh-families.ts';
import { refreshFamilyModel } from './sessions/refresh-family.model.ts';
import { requireSessionUserId } from './sessions/require-session.ts';
import { sessionRoutes } from './sessions/session.routes.ts';
import { createSessionService } from './sessions/session.service.ts';
import { createSessionCookie } from './sessions/session-cookie.ts';
import { createTrustedBrowserCookie } from './sessions/trusted-browser-cookie.ts';
import { createUserTokenSigner } from './sessions/user-token-signer.ts';
import { createImportEraser } from './transfer/import-eraser.ts';
import { createPeopleImporter } from './transfer/people.importer.ts';
import { peopleTransferRoutes } from './transfer/people-transfer.routes.ts';
import { createAccountRepository } from './users/account-repository.ts';
import { createAdminLock } from './users/admin-lock.ts';
import { listUsers } from './users/list-users.ts';
import { createPeople } from './users/people.ts';
import { createPersonWriter } from './users/person-writer.ts';
import { userModel } from './users/user.model.ts';
import { userRoutes } from './users/user.routes.ts';
import { createUserService } from './users/user.service.ts';
import { createUserNameLookup } from './users/user-name-lookup.ts';
import { createUserWrites } from './users/user-writes.ts';
import { usersSources } from './users-sources.ts';
import { webhookJob } from './webhooks/webhook.job.ts';
import { webhookModels } from './webhooks/webhook.model.ts';
import { webhookRoutes } from './webhooks/webhook.routes.ts';
import { createWebhookSecrets } from './webhooks/webhook-secrets.ts';
import { createWebhookSender } from './webhooks/webhook-sender.ts';

/** Builds the app of the users service. It does not listen yet. Run `prepare` once before the first request. */
export function buildApp(service: Service<UsersConfig>): FastifyInstance {
  const { connection, config, logger } = service;
  const users = userModel(connection);
  const accounts = createAccountRepository(users);
  const hasher = createPasswordHasher({
    cost: config.BCRYPT_COST,
    threads: config.HASH_THREADS,
    timeoutMs: config.HASH_TIMEOUT_MS,
    logger,
  });
  const limits = createAttemptLimiter(attemptModel(connection), config.HASH_TIMEOUT_MS / 4);
  const currentPassword = createCurrentPasswordVerifier({ service, accounts, hasher, limits });
  const mailer = createMailer(config, logger);
  const findUserNames = createUserNameLookup(connection);
  const notifications = notificationModel(connection);
  const listViews = listViewModels(connection);
  const remoteSettings = remoteSettingsOf(connection);
  const notes = learnerNoteModel(connection);
  const eraseNotes = async ({ session }: Transaction, userId: number) => {
    await notes.deleteMany({ userId }, { session });
  };
  const refreshFamilies = createRefreshFamilies(refreshFamilyModel(connection));
  const apiKeys = createApiKeyService(
    service,
    apiKeyModel(connection),
    createApiKeyUsage(connection, config.TIME_ZONE),
  );

  const trustedBrowserCookie = createTrustedBrowserCookie(config.SESSION_SECRETS, config.PUBLIC_URL);

  const changeOf = ({ about, at }: MailJob) => ({ about, at });
  const sendOfAuthor =
    (kind: 'comment' | 'reviewRequested' | 'changesRequested' | 'reviewGranted') =>
    async ({ authorId = 0, path = '', ...job }: MailJob): Promise<void> => {
      const about = (await findUserNames([authorId])).get(authorId)?.email;
      // The author may have been deleted since.
      if (about === undefined) return;
      await mailer.send(composeMail(kind, job, { about, link: `${config.PUBLIC_URL}/${path}` }));
    };
  const mailHandlers: Record<MailJob['kind'], (job: MailJob) => Promise<void>> = {
    resetPassword: (job) => passwords.sendResetMail(job),
    invitation: (job) => passwords.sendInvitationMail(job),
    confirmEmail: (job) => registrations.sendConfirmationMail(job),
    emailChanged: (job) => mailer.send(composeMail('emailChanged', job, changeOf(job))),
    secondFactorAdded: (job) => mailer.send(composeMail('secondFactorAdded', job, changeOf(job))),
    secondFactorRemoved: (job) => mailer.send(composeMail('secondFactorRemoved', job, changeOf(job))),
    passkeyCopied: (job) => mailer.send(composeMail('passkeyCopied', job, changeOf(job))),
    secondFactorReset: (job) => mailer.send(composeMail('secondFactorReset', job, changeOf(job))),
    secondFactorResetByYou: (job) => mailer.send(composeMail('secondFactorResetByYou', job, changeOf(job))),
    newBrowser: (job) => {
      const link = `${config.PUBLIC_URL}/dashboard#/my-account`;
      return mailer.send(composeMail('newBrowser', job, { ...changeOf(job), link }));
    },
    adminCreated: (job) => mailer.send(composeMail('adminCreated', job, changeOf(job))),
    identityLinked: (job) => {
      const link = `${config.PUBLIC_URL}/forgot-password`;
      return mailer.send(composeMail('identityLinked', job, { ...changeOf(job), link }));
    },
    accountDeleted: ({ at, ...job }) =>
      mailer.send(composeMail('accountDeleted', job, { at, hours: maxErasureHours })),
    comment: sendOfAuthor('comment'),
    reviewRequested: sendOfAuthor('reviewRequested'),
    changesRequested: sendOfAuthor('changesRequested'),
    reviewGranted: sendOfAuthor('reviewGranted'),
    webhookOff: ({ path = '', ...job }) => {
      const link = `${config.PUBLIC_URL}/${path}`;
      return mailer.send(composeMail('webhookOff', job, { ...changeOf(job), link }));
    },
  };
  const app = createApp(service);
  app.addHook('onClose', () => hasher.close());
  void app.register(cookie);
  const jobs = createJobRunner(app, service);
  jobs.mountDeadJobs({ list: userDeadJobsList, retry: userDeadJobsRetry });
  const mailQueue: MailQueue = createMailQueue(jobs, mailJobModel(connection), (job) =>
    mailHandlers[job.kind](job),
  );
  const mailDeps = {
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
    ...mailDeps,
    currentPassword,
    resetTokens: resetTokenModel(connection),
  });
  const registrations = createRegistrationService({
    ...mailDeps,
    pending: pendingRegistrationModel(connection),
  });

  const models = progressModels(connection);
  const reviewParameters = createReviewParameters(service, models);
  const progress = createLearnerProgress({
    service,
    models,
    accounts,
    reviewParameters,
    timeZone: config.TIME_ZONE,
  });
  const userWrites = createUserWrites({
    users,
    adminLock: createAdminLock(connection),
    mailQueue,
    apiKeys,
    progress,
    eraseBelongings: async (tx, userId) => {
      await notifications.deleteMany({ userId }, { session: tx.session });
      await eraseListViews(listViews, tx, userId);
      await remoteSettings.deleteOne({ _id: userId }, { session: tx.session });
      await eraseNotes(tx, userId);
    },
  });
  const userService = createUserService({
    service,
    users,
    writes: userWrites,
    hasher,
    limits,
    currentPassword,
    mailQueue,
    apiKeys,
  });
  const erasures = erasureModel(connection);
  const auditLog = auditModel(connection);
  const eraseFromAudit = createAuditEraser(auditLog);
  const eraseFromImports = createImportEraser(connection);
  jobs.register(progressErasureJob(models));
  startRepublication(app, service, { owner: 'users', jobs, sources: usersSources(connection) });
  const deleteOwnAccount = createOwnAccountDeletion({
    service,
    accounts,
    registrations,
    passwords,
    refreshFamilies,
    limits,
    progress,
    eraseNotes,
    mailQueue,
    erasures,
    wakeErasureJob: jobs.register(
      createErasureJob(erasures, async (learner) => {
        await eraseFromAudit(learner);
        await eraseFromImports(learner);
      }),
    ),
  });
  userRoutes(app, userService, deleteOwnAccount);
  const store = createServiceContext(service);
  const people = createPeople(users);
  const personWriter = createPersonWriter({ users, writes: userWrites, hasher, limits, mailQueue });
  const imports = createImportService(jobs, store, [createPeopleImporter(people, personWriter)]);
  peopleTransferRoutes(app, { store, people, imports, timeZone: config.TIME_ZONE });
  registrationRoutes(app, registrations, userService);
  const policy = createSecondFactorPolicy(service, secondFactorPolicyModel(connection), accounts);
  const secondFactor = createSecondFactorService({
    service,
    accounts,
    codeSecrets: createCodeSecrets(config.SECOND_FACTOR_SECRETS),
    currentPassword,
    limits,
    mailQueue,
    policy,
  });
  const passkeys = createPasskeyService({
    service,
    logger,
    accounts,
    secondFactor,
    limits,
    mailQueue,
    challenges: createPasskeyChallenges(config.SESSION_SECRETS, limits),
    site: passkeySiteOf(config),
  });
  const sessions = createSessionService({
    service,
    accounts,
    hasher,
    limits,
    blacklist: blacklistModel(connection),
    consoleSessions: consoleSessionModel(connection),
    refreshFamilies,
    tokens: createUserTokenSigner(config.SESSION_SECRETS),
    secondFactor,
    policy,
    mailQueue,
    mayUsePassword: ({ role, email }) =>
      config.STAFF_PASSWORDS === 'on' || role === 'student' || email === config.ADMIN_EMAIL,
    passkeys,
    adminIdleSeconds: config.ADMIN_IDLE_MINUTES * 60,
  });
  const sessionCookie = createSessionCookie(config.PUBLIC_URL);
  sessionRoutes(app, sessions, sessionCookie, trustedBrowserCookie);
  secondFactorRoutes(app, {
    secondFactor,
    policy,
    passkeys,
    sessions,
    cookie: sessionCookie,
    trustedBrowserCookie,
  });
  passkeyRoutes(app, passkeys, sessions, sessionCookie, trustedBrowserCookie);
  const providerSignIn = { service, accounts, registrations, hasher, limits, mailQueue, sessions };
  providerSignInRoutes(app, createProviderSignInService(providerSignIn));
  const school = createSchoolAccountService({
    service,
    accounts,
    writes: userWrites,
    hasher,
    limits,
    mailQueue,
    sessions,
  });
  schoolAccountRoutes(app, school, sessions, {
    signIn: createSchoolSignInCookie(config.SESSION_SECRETS, config.PUBLIC_URL),
    session: sessionCookie,
    trustedBrowser: trustedBrowserCookie,
  });
  passwordRoutes(app, passwords, trustedBrowserCookie);
  apiKeyRoutes(app, apiKeys);
  progressRoutes(app, progress, reviewParameters);
  privacyPolicyRoutes(app, createPrivacyPolicyService(service, privacyPolicyModel(connection)));
  notificationRoutes(app, notifications, findUserNames);
  const learnerLists = createListStore();
  learnerRoutes(app, {
    service,
    list: (query) =>
      listUsers(
        users,
        learnerLists,
        { ...query, role: 'student', isActive: undefined, sort: 'name' },
        'names',
      ),
    accounts,
    progress,
    refreshFamilies,
    notes,
    findUserNames,
  });
  listViewRoutes(app, service, listViews, findUserNames);
  remoteSettingsRoutes(app, service, remoteSettings);
  const webhookSecrets = createWebhookSecrets(createSecretBox(config.SECOND_FACTOR_SECRETS));
  const sender = createWebhookSender({ isLocal: config.LOCAL_DEFAULTS === 'true' });
  webhookRoutes(app, {
    service,
    models: webhookModels(connection),
    secrets: webhookSecrets,
    sender,
    wake: jobs.register(webhookJob(service, sender, webhookSecrets)),
  });
  const listAuditLog = createAuditLogReader(auditLog, findUserNames);
  mountEndpoint(app, auditList, ({ query }) => listAuditLog(query));
  mountEndpoint(app, accountRecentItems, async ({ principal }) => ({
    items: await readRecentItems(auditLog, requireSessionUserId(principal)),
  }));
  return app;
}
