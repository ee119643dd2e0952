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
  createServiceContext,
  mountEndpoint,
  type Service,
  startRepublication,
  type Transaction,
} from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import { apiKeyRoutes } from './api-keys/api-key.routes.ts';
import { createApiKeyService } from './api-keys/api-key.service.ts';
import { auditModel } from './audit/audit.model.ts';
import { createAuditEraser } from './audit/audit-eraser.ts';
import { createAuditLogReader } from './audit/audit-log-reader.ts';
import { readRecentItems } from './audit/recent-items.ts';
import { passkeySiteOf, type UsersConfig } from './config.ts';
import { createErasureJob, erasureModel, maxErasureHours } from './deletions/erasure-job.ts';
import { createOwnAccountDeletion } from './deletions/own-account-deletion.ts';
import { learnerNoteModel, learnerRoutes } from './learners/learner.routes.ts';
import { eraseListViews, listViewRoutes } from './list-views/list-view.routes.ts';
import { composeMail } from './mails/compose-mail.ts';
import { createMailQueue, type MailJob } from './mails/mail-queue.ts';
import { createMailer } from './mails/mailer.ts';
import { notificationModel } from './notifications/notification.model.ts';
import { notificationRoutes } from './notifications/notification.routes.ts';
import { createCurrentPasswordVerifier } from './passwords/current-password-verifier.ts';
import { passwordRoutes } from './passwords/password.routes.ts';
import { createPasswordService } from './passwords/password.service.ts';
import { createPasswordHasher } from './passwords/password-hasher.ts';
import { privacyPolicyRoutes } from './privacy-policy/privacy-policy.routes.ts';
import { createLearnerProgress } from './progress/learner-progress.ts';
import { progressRoutes } from './progress/progress.routes.ts';
import { progressErasureJob } from './progress/progress-erasure.job.ts';
import { createReviewParameters } from './progress/review-parameters.ts';
import { providerSignInRoutes } from './provider-sign-in/provider-sign-in.routes.ts';
import { createProviderSignInService } from './provider-sign-in/provider-sign-in.service.ts';
import { registrationRoutes } from './registrations/registration.routes.ts';
import { createRegistrationService } from './registrations/registration.service.ts';
import { remoteSettingsModel, remoteSettingsRoutes } from './remote-settings/remote-settings.routes.ts';
import { schoolAccountRoutes } from './school-account/school-account.routes.ts';
import { createSchoolAccountService } from './school-account/school-account.service.ts';
import { createSchoolSignInCookie } from './school-account/school-sign-in-cookie.ts';
import { createCodeSecrets } from './second-factor/code-secrets.ts';
import { passkeyRoutes } from './second-factor/passkeys.routes.ts';
import { createPasskeyService } from './second-factor/passkeys.service.ts';
import { createPasskeyChallenges } from './second-factor/passkeys-challenges.ts';
import { secondFactorRoutes } from './second-factor/second-factor.routes.ts';
import { createSecondFactorService } from './second-factor/second-factor.service.ts';
import { createSecondFactorPolicy } from './second-factor/second-factor-policy.ts';
import { createSecretBox } from './secret-box.ts';
import { createAttemptLimiter } from './sessions/attempt-limiter.ts';
import { createConsoleCookies } from './sessions/console-cookies.ts';
import { createRefreshFamilies } from './sessions/refresh-families.ts';
import { requireSessionUserId } from './sessions/require-session.ts';
import { sessionRoutes } from './sessions/session.routes.ts';
import { createSessionService } from './sessions/session.service.ts';
import { createUserTokenSigner } from './sessions/user-token-signer.ts';
import { createImportEraser } from './transfer/import-eraser.ts';
import { peopleTransferRoutes } from './transfer/people-transfer.routes.ts';
import { createAccountRepository } from './users/account-repository.ts';
import { createPeople } from './users/people.ts';
import { createPersonWriter } from './users/person-writer.ts';
import { userModel } from './users/user.model.ts';
import { userRoutes } from './users/user.routes.ts';
import { createUserService } from './users/user.service.ts';
import { createUserNameLookup } from './users/user-name-lookup.ts';
import { createUserWrites } from './users/user-writes.ts';
import type { UsersContext } from './users-context.ts';
import { usersSources } from './users-sources.ts';
import { webhookJob } from './webhooks/webhook.job.ts';
import { webhookRoutes } from './webhooks/webhook.routes.ts';
import { createWebhookSecrets } from './webhooks/webhook-secrets.ts';
import { createWebhookSender } from './webhooks/webhook-sender.ts';
/** Builds the app of the users service. It does not listen yet. Run `prepare` once before the first request. */
export function buildApp(service: Service<UsersConfig>): FastifyInstance {
  const { connection, config, logger } = service;
  const users = userModel(connection);
  const hasher = createPasswordHasher({
    cost: config.BCRYPT_COST,
    threads: config.HASH_THREADS,
    timeoutMs: config.HASH_TIMEOUT_MS,
    logger,
  });
  const app = createApp(service);
  app.addHook('onClose', () => hasher.close());
  void app.register(cookie);
  const jobs = createJobRunner(app, service);
  jobs.mountDeadJobs({ list: userDeadJobsList, retry: userDeadJobsRetry });

  const mailer = createMailer(config, logger);
  const findUserNames = createUserNameLookup(connection);
  const sendPlain = (
    kind:
      | 'emailChanged'
      | 'secondFactorAdded'
      | 'secondFactorRemoved'
      | 'passkeyCopied'
      | 'secondFactorReset'
      | 'secondFactorResetByYou'
      | 'adminCreated',
  ) => {
    return ({ about, at, ...job }: MailJob) => mailer.send(composeMail(kind, job, { about, at }));
  };
  const sendLinked =
    (kind: 'newBrowser' | 'identityLinked' | 'webhookOff', known?: string) =>
    ({ about, at, path = known ?? '', ...job }: MailJob) =>
      mailer.send(composeMail(kind, job, { about, at, link: `${config.PUBLIC_URL}/${path}` }));
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
    emailChanged: sendPlain('emailChanged'),
    secondFactorAdded: sendPlain('secondFactorAdded'),
    secondFactorRemoved: sendPlain('secondFactorRemoved'),
    passkeyCopied: sendPlain('passkeyCopied'),
    secondFactorReset: sendPlain('secondFactorReset'),
    secondFactorResetByYou: sendPlain('secondFactorResetByYou'),
    newBrowser: sendLinked('newBrowser', 'dashboard#/my-account'),
    adminCreated: sendPlain('adminCreated'),
    identityLinked: sendLinked('identityLinked', 'forgot-password'),
    accountDeleted: ({ at, ...job }) =>
      mailer.send(composeMail('accountDeleted', job, { at, hours: maxErasureHours })),
    comment: sendOfAuthor('comment'),
    reviewRequested: sendOfAuthor('reviewRequested'),
    changesRequested: sendOfAuthor('changesRequested'),
    reviewGranted: sendOfAuthor('reviewGranted'),
    webhookOff: sendLinked('webhookOff'),
  };
  const context: UsersContext = {
    service,
    accounts: createAccountRepository(users),
    hasher,
    limits: createAttemptLimiter(connection, config.HASH_TIMEOUT_MS / 4),
    mailQueue: createMailQueue(connection, jobs, (job) => mailHandlers[job.kind](job)),
  };
  const { accounts, limits, mailQueue } = context;
  const currentPassword = createCurrentPasswordVerifier(context);
  const passwords = createPasswordService({ ...context, currentPassword, mailer });
  const registrations = createRegistrationService({ ...context, mailer });

  const apiKeys = createApiKeyService(service);
  const refreshFamilies = createRefreshFamilies(connection);
  const reviewParameters = createReviewParameters(service);
  const progress = createLearnerProgress({ service, accounts, reviewParameters });
  const eraseNotes = async ({ session }: Transaction, userId: number) => {
    await learnerNoteModel(connection).deleteMany({ userId }, { session });
  };
  const writes = createUserWrites({
    connection,
    mailQueue,
    apiKeys,
    progress,
    eraseBelongings: async (tx, userId) => {
      await notificationModel(connection).deleteMany({ userId }, { session: tx.session });
      await eraseListViews(connection, tx, userId);
      await remoteSettingsModel(connection).deleteOne({ _id: userId }, { session: tx.session });
      await eraseNotes(tx, userId);
    },
  });
  const userService = createUserService({ ...context, writes, currentPassword, apiKeys });
  const erasures = erasureModel(connection);
  const auditLog = auditModel(connection);
  const eraseFromAudit = createAuditEraser(auditLog);
  const eraseFromImports = createImportEraser(connection);
  jobs.register(progressErasureJob(connection));
  startRepublication(app, service, { owner: 'users', jobs, sources: usersSources(connection) });
  const deleteOwnAccount = createOwnAccountDeletion({
    ...context,
    registrations,
    passwords,
    refreshFamilies,
    progress,
    eraseNotes,
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
  const writer = createPersonWriter({ ...context, writes });
  peopleTransferRoutes(app, store, jobs, people, writer, config.TIME_ZONE);
  registrationRoutes(app, registrations, userService);

  const policy = createSecondFactorPolicy(service, accounts);
  const codeSecrets = createCodeSecrets(config.SECOND_FACTOR_SECRETS);
  const secondFactor = createSecondFactorService({ ...context, codeSecrets, currentPassword, policy });
  const passkeys = createPasskeyService({
    ...context,
    secondFactor,
    challenges: createPasskeyChallenges(config.SESSION_SECRETS, limits),
    site: passkeySiteOf(config),
  });
  const sessions = createSessionService({
    ...context,
    refreshFamilies,
    tokens: createUserTokenSigner(config.SESSION_SECRETS),
    secondFactor,
    policy,
    passkeys,
  });
  const cookies = createConsoleCookies(config);
  sessionRoutes(app, sessions, cookies);
  secondFactorRoutes(app, { secondFactor, policy, passkeys, sessions, cookies });
  passkeyRoutes(app, passkeys, sessions, cookies);
  providerSignInRoutes(app, createProviderSignInService({ ...context, registrations, sessions }));
  const school = createSchoolAccountService({ ...context, writes, sessions });
  const schoolCookie = createSchoolSignInCookie(config.SESSION_SECRETS, config.PUBLIC_URL);
  schoolAccountRoutes(app, school, sessions, cookies, schoolCookie);
  passwordRoutes(app, passwords, cookies);
  apiKeyRoutes(app, apiKeys);
  progressRoutes(app, progress, reviewParameters);
  privacyPolicyRoutes(app, service);
  notificationRoutes(app, connection, findUserNames);
  learnerRoutes(app, context, progress, refreshFamilies);
  listViewRoutes(app, service, findUserNames);
  remoteSettingsRoutes(app, service);
  const webhookSecrets = createWebhookSecrets(createSecretBox(config.SECOND_FACTOR_SECRETS));
  const sender = createWebhookSender({ isLocal: config.LOCAL_DEFAULTS === 'true' });
  const wakeWebhooks = jobs.register(webhookJob(service, sender, webhookSecrets));
  webhookRoutes(app, service, webhookSecrets, sender, wakeWebhooks);
  const listAuditLog = createAuditLogReader(auditLog, findUserNames);
  mountEndpoint(app, auditList, ({ query }) => listAuditLog(query));
  mountEndpoint(app, accountRecentItems, async ({ principal }) => ({
    items: await readRecentItems(auditLog, requireSessionUserId(principal)),
  }));
  return app;
}
