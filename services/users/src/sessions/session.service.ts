import {
  type BodyOf,
  messages,
  type SessionUser,
  type sessionsCheck,
  type signInBody,
  userEvent,
} from '@khmer-learning/contracts';
import { ApiError, type RequestContext, type Service, transact } from '@khmer-learning/service-kit';
import type { z } from 'zod';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { type Account, type AccountRepository, toSessionUser } from '../users/account-repository.ts';
import type { AttemptLimiter } from './attempt-limiter.ts';
import type { BlacklistModel, BlacklistRow } from './blacklist.model.ts';
import type { SessionPrincipal } from './require-session.ts';
import type { PasswordContext } from './trusted-browser-cookie.ts';
import type { UserTokenSigner } from './user-token-signer.ts';

type Credentials = z.output<typeof signInBody>;
/** A user's token that can be revoked before it expires. */
type RevocableToken = Pick<SessionPrincipal, 'userId' | 'sessionId' | 'sessionExpiresAt'>;

export interface SessionServiceDeps {
  readonly service: Pick<Service, 'connection' | 'relay'>;
  readonly accounts: AccountRepository;
  readonly hasher: PasswordHasher;
  readonly limits: AttemptLimiter;
  readonly blacklist: BlacklistModel;
  readonly tokens: UserTokenSigner;
}

/** Sign-in and sign-out, for the console and for learners. */
export interface SessionService {
  /** Signs in an admin or a teacher. @throws ApiError 401, 403 for a student, 429, 503 when hashing is rejected */
  signInToConsole(
    context: PasswordContext,
    credentials: Credentials,
  ): Promise<{ user: SessionUser; token: string }>;
  /**
   * Signs in anybody with an active account: staff can read their own lessons as learners do.
   *
   * @throws ApiError 401, 429, 503 when hashing is rejected
   */
  signInAsLearner(
    context: PasswordContext,
    credentials: Credentials,
  ): Promise<{ user: SessionUser; token: string }>;
  /** The user with this id. @throws ApiError 401 when there is none, or the account is disabled */
  getSessionUser(userId: number): Promise<SessionUser>;
  /** Revokes one console session or one learner token. Revoking it again has no effect. */
  signOut(context: RequestContext, session: RevocableToken): Promise<void>;
  /** Whether the account is active and the token was neither signed out nor ended with all others of the account. */
  isSessionValid(session: BodyOf<typeof sessionsCheck>): Promise<boolean>;
}

/** Creates the session service. */
export function createSessionService(deps: SessionServiceDeps): SessionService {
  const { service, accounts, hasher, limits, blacklist, tokens } = deps;

  /** Audits a failed sign-in and throws the rejection. Known and unknown addresses take the same time. */
  async function rejectSignIn(
    context: PasswordContext,
    email: string,
    account: Account | undefined,
    rejection: ApiError,
  ): Promise<never> {
    await transact(service, { ...context, actor: null }, async (tx) => {
      const detail = rejection.message;
      tx.audit(userEvent, { action: 'sign-in-failed', id: account?._id ?? '', title: email, detail });
    });
    throw rejection;
  }

  /**
   * The account with these credentials, if it is allowed to sign in. It is read once, before the check: a token signed
   * with this epoch is invalid if the password is changed in the meantime.
   */
  async function authenticate(
    context: PasswordContext,
    { email, password }: Credentials,
    isAllowed: (account: Account) => boolean,
  ): Promise<Account> {
    const found = (await accounts.findByEmail(email)) ?? undefined;
    const browser = found && context.trustedBrowserIdOf?.(found._id);
    const account = await limits.checkAttempt({ email, address: context.address, browser }, async () =>
      (await hasher.matches(password, found?.passwordHash)) ? found : undefined,
    );
    if (!account)
      return rejectSignIn(context, email, found, new ApiError(401, messages.auth.wrongCredentials));
    if (!account.isActive)
      return rejectSignIn(context, email, account, new ApiError(401, messages.auth.disabled));
    if (!isAllowed(account))
      return rejectSignIn(context, email, account, new ApiError(403, messages.auth.notForConsole));
    return account;
  }

  async function recordAndAuditSignIn(
    context: PasswordContext,
    { _id: id, role, email }: Account,
    detail: string,
  ): Promise<void> {
    await transact(service, { ...context, actor: { id, role } }, async (tx) => {
      await accounts.recordSignIn(tx, id);
      tx.audit(userEvent, { action: 'sign-in', id, title: email, detail });
    });
  }

  return {
    async signInToConsole(context, credentials) {
      const account = await authenticate(context, credentials, ({ role }) => role !== 'student');
      await recordAndAuditSignIn(context, account, 'console');
      return { user: toSessionUser(account), token: tokens.signSession(account) };
    },

    async signInAsLearner(context, credentials) {
      const account = await authenticate(context, credentials, () => true);
      await recordAndAuditSignIn(context, account, 'learner app');
      return { user: toSessionUser(account), token: tokens.signLearner(account) };
    },

    async getSessionUser(userId) {
      const account = await accounts.find(userId);
      if (!account?.isActive) throw new ApiError(401, messages.auth.unauthenticated);
      return toSessionUser(account);
    },

    async signOut(context, { userId, sessionId, sessionExpiresAt }) {
      await transact(service, context, async (tx) => {
        const signedOut = await blacklist.updateOne(
          { token: sessionId },
          { $setOnInsert: { userId, createdAt: new Date(), expiredAt: new Date(sessionExpiresAt * 1_000) } },
          { session: tx.session, upsert: true },
        );
        if (signedOut.upsertedCount === 0) return;
        const account = await accounts.find(userId);
        tx.audit(userEvent, { action: 'sign-out', id: userId, title: account?.email ?? '' });
        const allRevoked = await accounts.emitRevokedSessions(tx, userId, async () => {
          const rows = await blacklist
            .find({ userId, expiredAt: { $gt: new Date() } })
            .session(tx.session)
            .lean<BlacklistRow[]>();
          return rows.map((row) => ({ sessionId: row.token, expiresAt: row.expiredAt }));
        });
        if (allRevoked) await blacklist.deleteMany({ userId }, { session: tx.session });
      });
    },

    async isSessionValid({ userId, sessionId, epoch }) {
      const account = await accounts.find(userId);
      if (!account?.isActive || epoch < account.sessions.epoch) return false;
      return (await blacklist.exists({ token: sessionId })) === null;
    },
  };
}
