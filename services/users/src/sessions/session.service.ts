import { randomUUID } from 'node:crypto';
import {
  type AccountSession,
  type Actor,
  type authSession,
  type BodyOf,
  browserOf,
  type consoleSignInBody,
  type LearnerTokens,
  maxListedSessions,
  messages,
  type PasskeyAssertion,
  type Proof,
  passkeyMessages,
  type ResponseOf,
  type SessionUser,
  type SignedInLearner,
  schoolAccountMessages,
  secondFactorMessages,
  type sessionsCheck,
  sessionTokenOptions,
  type signInBody,
  userEvent,
} from '@khmer-learning/contracts';
import {
  ApiError,
  networkOf,
  notFound,
  type RequestContext,
  type Transaction,
  transact,
} from '@khmer-learning/service-kit';
import type { z } from 'zod';
import type { PasskeyService } from '../second-factor/passkeys.service.ts';
import {
  hasSecondFactor,
  proofDetails,
  type SecondFactorService,
  secondFactorRequired,
} from '../second-factor/second-factor.service.ts';
import type { SecondFactorPolicyService } from '../second-factor/second-factor-policy.ts';
import { type Account, toLearnerUser, toSessionUser } from '../users/account-repository.ts';
import { languagePreferenceOf } from '../users/language-preference.ts';
import type { UsersContext } from '../users-context.ts';
import { type BlacklistRow, blacklistModel } from './blacklist.model.ts';
import { type ConsoleSessionRow, consoleSessionModel } from './console-session.model.ts';
import type { RefreshFamilies } from './refresh-families.ts';
import type { SessionPrincipal } from './require-session.ts';
import type { PasswordContext } from './trusted-browser-cookie.ts';
import type { UserTokenSigner } from './user-token-signer.ts';

type Credentials = z.output<typeof signInBody>;
/** A user's token that can be revoked before it expires. */
type RevocableToken = Pick<SessionPrincipal, 'userId' | 'sessionId' | 'sessionExpiresAt'>;

/** A token for the console's session cookie, and how long it is valid. */
export interface ConsoleToken {
  readonly token: string;
  readonly lifetimeSeconds: number;
}

export interface StartedSession {
  readonly user: SessionUser;
  readonly session: ConsoleToken;
}

/** Most uses of refresh tokens from one network per window. A whole school may share one network. */
const maxRefreshesPerNetwork = 600;

/** An account's owner gets no more than one mail about new browsers in this time: it links to the list of all sessions. */
const newBrowserNoticeMs = 60 * 60_000;
/** Browsers send about 120 characters. */
const maxUserAgentLength = 300;
/** A session that is in use is written once in this time. */
const usePrecisionMs = 60_000;
/** A token may expire this much later than its session: its seconds are rounded up. */
const expiryPrecisionMs = 2_000;

/** Sign-in and sign-out, for the console and for learners. */
export type SessionService = ReturnType<typeof createSessionService>;

export function createSessionService(
  deps: UsersContext & {
    readonly refreshFamilies: RefreshFamilies;
    readonly tokens: UserTokenSigner;
    readonly secondFactor: Pick<SecondFactorService, 'useCode'>;
    readonly policy: Pick<SecondFactorPolicyService, 'dueOf'>;
    readonly passkeys: Pick<PasskeyService, 'use'>;
  },
) {
  const { service, accounts, hasher, limits, refreshFamilies, tokens } = deps;
  const { secondFactor, passkeys, policy, mailQueue } = deps;
  const { ADMIN_IDLE_MINUTES, ADMIN_EMAIL, STAFF_PASSWORDS } = service.config;
  const adminIdleSeconds = ADMIN_IDLE_MINUTES * 60;
  const blacklist = blacklistModel(service.connection);
  const consoleSessions = consoleSessionModel(service.connection);

  /** Whether an account may sign in with its password. */
  const mayUsePassword = ({ role, email }: Account) =>
    STAFF_PASSWORDS === 'on' || role === 'student' || email === ADMIN_EMAIL;

  function signConsole(
    account: Account,
    { _id, expiresAt, provedAt }: Pick<ConsoleSessionRow, '_id' | 'expiresAt' | 'provedAt'>,
  ): ConsoleToken {
    const left = Math.ceil((expiresAt.getTime() - Date.now()) / 1_000);
    const lifetimeSeconds = account.role === 'admin' ? Math.min(left, adminIdleSeconds) : left;
    const proved = Math.floor((provedAt?.getTime() ?? 0) / 1_000);
    return { token: tokens.signSession(account, _id, lifetimeSeconds, proved), lifetimeSeconds };
  }

  /** Audits a failed sign-in and throws the rejection. Known and unknown addresses take the same time. */
  async function rejectSignIn(
    context: RequestContext,
    email: string,
    account: Account | undefined,
    rejection: Error,
  ): Promise<never> {
    await transact(service, { ...context, actor: null }, async (tx) => {
      const detail = rejection.message;
      tx.audit(userEvent, { action: 'sign-in-failed', id: account?._id ?? '', title: email, detail });
    });
    throw rejection;
  }

  /**
   * The account with these credentials, read once before the check: a token of its epoch is invalid if the password changes.
   * @param prove what else is asked of who has the right password: undefined if it fails
   */
  async function authenticate(
    context: PasswordContext,
    { email, password }: Credentials,
    isAllowed: (account: Account) => boolean,
    prove: (account: Account) => Promise<Proof | undefined> = async () => 'password',
  ): Promise<{ account: Account; proof: Proof }> {
    const found = (await accounts.findByEmail(email)) ?? undefined;
    const browser = found && context.trustedBrowserIdOf?.(found._id);
    let refusal = new ApiError(401, messages.auth.wrongCredentials);
    const accepted = await limits.checkAttempt({ email, address: context.address, browser }, async () => {
      if (!(await hasher.matches(password, found?.passwordHash)) || !found) return undefined;
      // The code of an account that may not sign in anyway is not asked for.
      const proof = found.isActive && isAllowed(found) ? await prove(found) : 'password';
      if (proof !== undefined) return { account: found, proof };
      refusal = secondFactorRequired(secondFactorMessages.wrongCode);
      return undefined;
    });
    if (!accepted) return rejectSignIn(context, email, found, refusal);
    await requireAllowed(context, accepted.account, isAllowed);
    return accepted;
  }

  /** Rejects the sign-in of who has proved who it is, but may not sign in. */
  async function requireAllowed(
    context: RequestContext,
    account: Account,
    isAllowed: (account: Account) => boolean,
  ): Promise<void> {
    if (!account.isActive)
      await rejectSignIn(context, account.email, account, new ApiError(401, messages.auth.disabled));
    if (!isAllowed(account))
      await rejectSignIn(context, account.email, account, new ApiError(403, messages.auth.notForConsole));
  }

  /** @throws ApiError 403 for who must use the school's account */
  async function requirePasswordAllowed(context: RequestContext, account: Account): Promise<void> {
    const refusal = new ApiError(403, schoolAccountMessages.required);
    if (!mayUsePassword(account)) await rejectSignIn(context, account.email, account, refusal);
  }

  async function recordAndAuditSignIn(
    tx: Transaction,
    { _id: id, email }: Account,
    detail: string,
  ): Promise<void> {
    await accounts.recordSignIn(tx, id);
    tx.audit(userEvent, { action: 'sign-in', id, title: email, detail });
  }

  /** Starts a session of a learner who was identified in another way, with tokens of an hour. */
  async function startLearnerSession(
    context: RequestContext,
    account: Account,
    detail: string,
  ): Promise<SignedInLearner> {
    const { result } = await transact(service, { ...context, actor: actorOf(account) }, async (tx) => {
      await recordAndAuditSignIn(tx, account, detail);
      return refreshFamilies.start(tx, account);
    });
    const token = tokens.signLearner(account, result.id);
    return {
      user: toLearnerUser(account),
      accessToken: token,
      token,
      refreshToken: result.refreshToken,
    };
  }

  async function requireActiveAccount(userId: number): Promise<Account> {
    const account = await accounts.find(userId);
    if (!account?.isActive) throw new ApiError(401, messages.auth.unauthenticated);
    return account;
  }

  async function sessionOf(account: Account): Promise<ResponseOf<typeof authSession>> {
    const secondFactorDue = await policy.dueOf(account);
    return { user: toSessionUser(account), ...languagePreferenceOf(account), secondFactorDue };
  }

  /** Mails the owner of an account that was used before that an unknown browser signs in, at most once an hour. */
  async function tellOfNewBrowser(
    tx: Transaction,
    context: RequestContext,
    { _id, email, lastLogin, ...account }: Account,
    userAgent: string,
  ): Promise<void> {
    if (lastLogin === null || !(await accounts.startBrowserNotice(tx, _id, newBrowserNoticeMs))) return;
    const { browser, device } = browserOf(userAgent);
    const about = [browser, device].filter((name) => name !== undefined).join(' · ') || '–';
    const mail = { kind: 'newBrowser', email, about, at: new Date() } as const;
    await mailQueue.add(context, { ...mail, ...languagePreferenceOf(account) }, tx.session);
  }

  /** Revokes all tokens of a session, unless they are revoked already. @param expiresAt of the token that is known */
  async function endSession(
    tx: Transaction,
    { userId, sessionId, expiresAt }: { userId: number; sessionId: string; expiresAt: Date },
    detail?: string,
  ): Promise<void> {
    const refreshedUntil = await refreshFamilies.end(tx, sessionId);
    const row = await consoleSessions
      .findOneAndDelete({ _id: sessionId, userId }, { session: tx.session })
      .lean<ConsoleSessionRow>();
    // Another token of the session may be valid for longer.
    const renewedUntil = row && new Date(row.expiresAt.getTime() + expiryPrecisionMs);
    const ends = [expiresAt, refreshedUntil, renewedUntil].map((end) => end?.getTime() ?? 0);
    const expiredAt = new Date(Math.max(...ends));
    const signedOut = await blacklist.updateOne(
      { token: sessionId },
      { $setOnInsert: { userId, createdAt: new Date(), expiredAt } },
      { session: tx.session, upsert: true },
    );
    if (signedOut.upsertedCount === 0) return;
    const account = await accounts.find(userId);
    tx.audit(userEvent, {
      action: 'sign-out',
      id: userId,
      title: account?.email ?? '',
      ...(detail === undefined ? {} : { detail }),
    });
    const allRevoked = await accounts.emitRevokedSessions(tx, userId, async () => {
      // About a hundred rows at most: `emitRevokedSessions` replaces more by a new epoch, and they are deleted below.
      const rows = await blacklist
        .find({ userId, expiredAt: { $gt: new Date() } })
        .session(tx.session)
        .lean<BlacklistRow[]>();
      return rows.map((row) => ({ sessionId: row.token, expiresAt: row.expiredAt }));
    });
    if (allRevoked) await blacklist.deleteMany({ userId }, { session: tx.session });
  }

  /** The account of staff with these credentials. @throws ApiError like `signInToConsole`, whoever must use the school's account */
  function authenticateStaff(context: PasswordContext, credentials: z.output<typeof consoleSignInBody>) {
    const { code } = credentials;
    return authenticate(context, credentials, isStaff, async (found) => {
      if (!hasSecondFactor(found)) return 'password';
      if (code === undefined) throw secondFactorRequired(secondFactorMessages.needed);
      return secondFactor.useCode(found, code);
    });
  }

  /** Starts a session of the console of somebody who has proved it. @param proved when, default now */
  async function startConsoleSession(
    context: PasswordContext,
    account: Account,
    proved: Pick<ConsoleSessionRow, 'schoolSessionId' | 'provedAt'> & { readonly proof: Proof },
  ): Promise<StartedSession> {
    const { proof, provedAt, schoolSessionId } = proved;
    const { userAgent = '' } = context;
    const now = new Date();
    const row: ConsoleSessionRow = {
      _id: randomUUID(),
      userId: account._id,
      epoch: account.sessions.epoch,
      userAgent: userAgent.slice(0, maxUserAgentLength),
      createdAt: now,
      lastUsedAt: now,
      proof,
      provedAt: provedAt ?? now,
      ...(schoolSessionId === undefined ? {} : { schoolSessionId }),
      expiresAt: new Date(now.getTime() + sessionTokenOptions.lifetimeSeconds * 1_000),
    };
    const session = signConsole(account, row);
    await transact(service, { ...context, actor: actorOf(account) }, async (tx) => {
      if (context.trustedBrowserIdOf?.(account._id) === undefined)
        await tellOfNewBrowser(tx, context, account, userAgent);
      await recordAndAuditSignIn(
        tx,
        account,
        proof === 'password' ? 'console' : `console, ${proofDetails[proof]}`,
      );
      await consoleSessions.create([row], { session: tx.session });
    });
    mailQueue.wake();
    return { user: toSessionUser(account), session };
  }

  return {
    authenticateStaff,
    startConsoleSession,
    startLearnerSession,
    rejectSignIn,

    /**
     * Signs in staff. @throws ApiError 401 (`second_factor_required` without a code), 403 for a student and for who must use
     * the school's account, 429, 503 when hashing is rejected
     */
    async signInToConsole(context: PasswordContext, credentials: z.output<typeof consoleSignInBody>) {
      const { account, proof } = await authenticateStaff(context, credentials);
      await requirePasswordAllowed(context, account);
      return startConsoleSession(context, account, { proof });
    },

    /** Signs in an admin or a teacher with a passkey alone. @throws ApiError 401, 403 for a student, 429 */
    async signInWithPasskey(context: PasswordContext, assertion: PasskeyAssertion) {
      const refusal = new ApiError(401, passkeyMessages.invalid);
      const account = await accounts.findByPasskeyHandle(assertion.response.userHandle);
      if (!account) throw refusal;
      if (!(await passkeys.use(context, account, assertion)))
        return rejectSignIn(context, account.email, account, refusal);
      await requireAllowed(context, account, isStaff);
      return startConsoleSession(context, account, { proof: 'passkey' });
    },

    /** The user of a session that is used now, which is stored once a minute. An admin gets a new token until its 12 hours end. */
    async continueSession({ userId, sessionId: _id }: Pick<SessionPrincipal, 'userId' | 'sessionId'>) {
      const account = await requireActiveAccount(userId);
      const now = Date.now();
      await consoleSessions.updateOne(
        { _id, lastUsedAt: { $lt: new Date(now - usePrecisionMs) } },
        { $set: { lastUsedAt: new Date(now) } },
      );
      // Not of a session that has ended: its row is gone, or has a former epoch.
      const isRunning = { _id, userId, epoch: account.sessions.epoch, expiresAt: { $gt: new Date(now) } };
      const row =
        account.role === 'admin' ? await consoleSessions.findOne(isRunning).lean<ConsoleSessionRow>() : null;
      return { ...(await sessionOf(account)), renewed: row ? signConsole(account, row) : undefined };
    },

    /** A token for a session whose user has proved it again. @throws ApiError 401 when the session has ended */
    async renewProof(context: RequestContext, { userId, sessionId: _id }: RevocableToken, proof: Proof) {
      const account = await requireActiveAccount(userId);
      const isRunning = { _id, userId, epoch: account.sessions.epoch, expiresAt: { $gt: new Date() } };
      const { result } = await transact(service, context, async (tx) => {
        const row = await consoleSessions
          .findOneAndUpdate(isRunning, { $set: { provedAt: new Date() } }, { session: tx.session, new: true })
          .lean<ConsoleSessionRow>();
        if (!row) throw new ApiError(401, messages.auth.unauthenticated);
        tx.audit(userEvent, {
          action: 'proved',
          id: userId,
          title: account.email,
          detail: proofDetails[proof],
        });
        return row;
      });
      return signConsole(account, result);
    },

    /** The user's sessions of the console, the newest first. */
    async list({
      userId,
      sessionId,
    }: Pick<SessionPrincipal, 'userId' | 'sessionId'>): Promise<AccountSession[]> {
      const { sessions, role } = await requireActiveAccount(userId);
      const now = Date.now();
      const idle = new Date(now - adminIdleSeconds * 1_000 - usePrecisionMs);
      const rows = await consoleSessions
        .find({
          userId,
          epoch: { $gte: sessions.epoch },
          expiresAt: { $gt: new Date(now) },
          ...(role === 'admin' ? { lastUsedAt: { $gt: idle } } : {}),
        })
        .sort({ createdAt: -1 })
        .limit(maxListedSessions)
        .lean<ConsoleSessionRow[]>();
      return rows.map(({ _id: id, userAgent, createdAt, lastUsedAt, proof }) => ({
        id,
        userAgent,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt.toISOString(),
        ...(proof && { proof }),
        isCurrent: id === sessionId,
      }));
    },

    /** Ends one session of the console. @throws ApiError 404 when the user has no such session */
    async signOutOne(
      context: RequestContext,
      { userId, sessionId }: Pick<SessionPrincipal, 'userId' | 'sessionId'>,
    ) {
      const row = await consoleSessions.findOne({ _id: sessionId, userId }).lean<ConsoleSessionRow>();
      if (!row) throw notFound('Session');
      const { expiresAt } = row;
      await transact(service, context, (tx) => endSession(tx, { userId, sessionId, expiresAt }));
    },

    /** Ends every session and every sign-in to a learner's app of the user. */
    async signOutEverywhere(context: RequestContext, userId: number) {
      await transact(service, context, async (tx) => {
        const account = await accounts.endAllSessions(tx, userId);
        if (!account) throw new ApiError(401, messages.auth.unauthenticated);
        const audited = { id: userId, title: account.email, detail: 'everywhere' };
        tx.audit(userEvent, { action: 'sign-out', ...audited });
      });
    },

    /** Ends the sessions that came from the school's account: those of one of its sessions, of a user, or of both. */
    async endSchoolSessions(
      context: RequestContext,
      of: { readonly userId?: number; readonly schoolSessionId?: string },
    ): Promise<void> {
      for (;;) {
        const rows = await consoleSessions
          .find({ ...of, proof: 'schoolAccount' })
          .limit(maxListedSessions)
          .lean<ConsoleSessionRow[]>();
        for (const { _id: sessionId, userId, expiresAt } of rows)
          await transact(service, context, (tx) =>
            endSession(tx, { userId, sessionId, expiresAt }, 'school account'),
          );
        if (rows.length < maxListedSessions) return;
      }
    },

    /** Signs in anybody: staff can read their lessons as learners do. @throws ApiError 401, 429, 503 when hashing is rejected */
    async signInAsLearner(context: PasswordContext, credentials: Credentials) {
      const { account } = await authenticate(context, credentials, () => true);
      await requirePasswordAllowed(context, account);
      return startLearnerSession(context, account, 'learner app');
    },

    /** Exchanges a refresh token for new tokens. A second use ends all tokens of its sign-in: one of the two is not its owner. */
    async refresh(context: PasswordContext, refreshToken: string): Promise<LearnerTokens> {
      await limits.consume(`refreshes:${networkOf(context.address)}`, maxRefreshesPerNetwork);
      const family = await refreshFamilies.findByToken(refreshToken);
      const account = family && (await accounts.find(family.userId));
      if (!account?.isActive || account.sessions.epoch !== family?.epoch) throw badRefreshTokenError();
      const next = await refreshFamilies.rotate(family._id, refreshToken);
      if (next === undefined) {
        const session = { userId: account._id, sessionId: family._id, expiresAt: family.accessExpiresAt };
        await transact(service, { ...context, actor: null }, (tx) =>
          endSession(tx, session, 'a refresh token was used twice'),
        );
        throw badRefreshTokenError();
      }
      // Signed with the epoch that was read before: if the password has changed since, the token is invalid.
      const token = tokens.signLearner(account, family._id);
      return { accessToken: token, token, refreshToken: next };
    },

    /** The user with this id, and the language. @throws ApiError 401 when there is none, or the account is disabled */
    async getSession(userId: number) {
      return sessionOf(await requireActiveAccount(userId));
    },

    /** The learner with this id, as apps receive it. @throws ApiError 401 like `getSession` */
    getLearner: async (userId: number) => toLearnerUser(await requireActiveAccount(userId)),

    /** Revokes a console session, or a sign-in of a learner's app with all of its tokens. Again, it has no effect. */
    async signOut(context: RequestContext, { userId, sessionId, sessionExpiresAt }: RevocableToken) {
      const expiresAt = new Date(sessionExpiresAt * 1_000);
      await transact(service, context, (tx) => endSession(tx, { userId, sessionId, expiresAt }));
    },

    /** Whether a token is valid, and whether its account lacks the second factor that it must have. */
    async check({ userId, sessionId, epoch }: BodyOf<typeof sessionsCheck>) {
      const account = await accounts.find(userId);
      if (!account?.isActive || epoch < account.sessions.epoch)
        return { valid: false, secondFactorMissing: false };
      const [ended, due] = await Promise.all([blacklist.exists({ token: sessionId }), policy.dueOf(account)]);
      return { valid: ended === null, secondFactorMissing: due?.isMissing === true };
    },
  };
}

const isStaff = ({ role }: Account): boolean => role !== 'student';

function actorOf({ _id: id, role }: Account): Actor {
  return { id, role };
}

function badRefreshTokenError(): ApiError {
  return new ApiError(401, messages.auth.badRefreshToken);
}
