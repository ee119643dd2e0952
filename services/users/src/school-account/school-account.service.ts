import { createHash } from 'node:crypto';
import {
  type authSchoolAccountLink,
  type BodyOf,
  messages,
  type Role,
  type SchoolAccountOutcome,
  schoolAccountMessages,
  userEvent,
  userLimits,
} from '@khmer-learning/contracts';
import {
  ApiError,
  isDuplicateKey,
  networkOf,
  nextId,
  type RequestContext,
  transact,
} from '@khmer-learning/service-kit';
import { hashUnknownPassword } from '../passwords/password-hasher.ts';
import type { SessionService, StartedSession } from '../sessions/session.service.ts';
import type { PasswordContext } from '../sessions/trusted-browser-cookie.ts';
import type { Account } from '../users/account-repository.ts';
import { languagePreferenceOf } from '../users/language-preference.ts';
import type { UserWrites } from '../users/user-writes.ts';
import type { UsersContext } from '../users-context.ts';
import { createSchoolProvider, type SchoolIdentity, SchoolProviderOutage } from './school-provider.ts';
import type { BegunSignIn, PendingLink } from './school-sign-in-cookie.ts';

/** Most sign-ins from one network per window. A whole school may share one network. */
const maxPerNetwork = 600;
/** Most logouts from one network per window: the provider ends those of a whole school from one. */
const maxLogoutsPerNetwork = 3_000;
/** Longer than the cookie of a sign-in and than a logout token are valid. */
const rememberedMs = 15 * 60_000;
/** The name of somebody whose provider tells none. */
const defaultName = { firstName: 'New', lastName: 'Colleague' } as const;
const defaultPath = '/dashboard';
const callbackPath = '/api/auth/school-account/callback';

/** What the audit log says of the refusals of known people. */
const refusalDetails = {
  unverified: schoolAccountMessages.unverified,
  domain: schoolAccountMessages.domain,
  groups: schoolAccountMessages.groups,
  disabled: messages.auth.disabled,
  learner: messages.auth.notForConsole,
} as const;

/** A sign-in that leads back to the sign-in page. */
export class SchoolAccountRefusal extends Error {
  override readonly name = 'SchoolAccountRefusal';
  readonly outcome: SchoolAccountOutcome;

  constructor(
    outcome: SchoolAccountOutcome,
    { message = outcome, ...options }: ErrorOptions & { message?: string } = {},
  ) {
    super(message, options);
    this.outcome = outcome;
  }
}

/** Sign-in of staff with the school's own account, by OpenID Connect. */
export type SchoolAccountService = ReturnType<typeof createSchoolAccountService>;

export function createSchoolAccountService(
  deps: UsersContext & {
    readonly writes: UserWrites;
    readonly sessions: Pick<
      SessionService,
      'authenticateStaff' | 'startConsoleSession' | 'endSchoolSessions' | 'rejectSignIn'
    >;
  },
) {
  const { service, accounts, writes, hasher, limits, mailQueue, sessions } = deps;
  const { config } = service;
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = config;
  const provider =
    issuer !== undefined && clientId !== undefined && clientSecret !== undefined
      ? createSchoolProvider({
          issuer,
          clientId,
          clientSecret,
          redirectUri: config.PUBLIC_URL + callbackPath,
          groupsClaim: config.OIDC_GROUPS.size > 0 ? config.OIDC_GROUPS_CLAIM : undefined,
        })
      : undefined;

  function requireProvider() {
    if (!provider) throw new ApiError(404, schoolAccountMessages.notSetUp);
    return provider;
  }

  /** Audits the refusal and throws it. */
  function refuse(
    context: RequestContext,
    outcome: keyof typeof refusalDetails,
    email: string,
    account?: Account,
  ): Promise<never> {
    const refusal = new SchoolAccountRefusal(outcome, { message: refusalDetails[outcome] });
    return sessions.rejectSignIn(context, email, account, refusal);
  }

  /** The path on this site that an address names; the dashboard for any other. */
  function pathOf(to = defaultPath): string {
    const url = URL.parse(to, config.PUBLIC_URL);
    const isPage =
      url?.origin === config.PUBLIC_URL && to.startsWith('/') && !url.pathname.startsWith('/api/');
    return isPage ? url.pathname + url.search + url.hash : defaultPath;
  }

  /** The role of the person's groups; undefined where groups decide nothing. */
  async function roleOf(context: RequestContext, identity: SchoolIdentity): Promise<Role | undefined> {
    if (config.OIDC_GROUPS.size === 0) return undefined;
    const found = identity.groups.map((group) => config.OIDC_GROUPS.get(group));
    const role = (['admin', 'teacher'] as const).find((one) => found.includes(one));
    return role ?? refuse(context, 'groups', identity.email ?? '');
  }

  /** The account with the role of its groups. The last active admin keeps the role. */
  async function withRole(
    context: RequestContext,
    account: Account,
    role: Role | undefined,
  ): Promise<Account> {
    if (role === undefined || role === account.role) return account;
    const { _id: id } = account;
    try {
      await transact(service, { ...context, actor: null }, async (tx) =>
        writes.update(tx, { ...context, actor: null }, await writes.load(tx, id, undefined), { role }),
      );
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 409)) throw error;
    }
    return (await accounts.find(id)) ?? account;
  }

  /** The account of an identity: the linked one, an invited one, or a new one; undefined for one that asks for its password. */
  async function accountOf(
    context: RequestContext,
    identity: SchoolIdentity,
    schoolAccount: string,
    role: Role | undefined,
  ): Promise<Account | undefined> {
    const { email } = identity;
    const linked = await accounts.findBySchoolAccount(schoolAccount);
    if (linked) return linked.isActive ? linked : refuse(context, 'disabled', linked.email, linked);
    if (email === undefined) return refuse(context, 'unverified', '');
    const existing = await accounts.findByEmail(email);
    if (!existing) return create(context, { ...identity, email }, schoolAccount, role ?? 'teacher');
    if (existing.role === 'student') return refuse(context, 'learner', email, existing);
    if (existing.invitedUntil) return acceptInvitation(context, existing, schoolAccount);
    return existing.isActive ? undefined : refuse(context, 'disabled', email, existing);
  }

  async function create(
    context: RequestContext,
    identity: SchoolIdentity & { readonly email: string },
    schoolAccount: string,
    role: Role,
  ): Promise<Account> {
    const { email } = identity;
    const isAllowed = config.OIDC_ALLOWED_DOMAINS.includes(email.slice(email.lastIndexOf('@') + 1));
    if (!isAllowed) return refuse(context, 'domain', email);
    const passwordHash = await hashUnknownPassword(hasher, 'high');
    const id = await nextId(service.connection, 'user');
    await transact(service, { ...context, actor: null }, async (tx) => {
      await accounts.add(tx, {
        id,
        email,
        passwordHash,
        firstName: (identity.firstName ?? defaultName.firstName).slice(0, userLimits.name),
        lastName: (identity.lastName ?? defaultName.lastName).slice(0, userLimits.name),
        role,
        isActive: true,
        emailVerified: true,
        schoolAccount,
        withoutPassword: true,
      });
      const detail = `${role}, school account`;
      tx.audit(userEvent, { action: 'created', id, title: email, detail });
    });
    const created = await accounts.find(id);
    if (!created) throw new SchoolAccountRefusal('expired');
    return created;
  }

  /** Nobody has chosen a password for it, and the provider has proven the address to which it was mailed. */
  async function acceptInvitation(
    context: RequestContext,
    invited: Account,
    schoolAccount: string,
  ): Promise<Account> {
    const { _id: id, email, role } = invited;
    const passwordHash = await hashUnknownPassword(hasher, 'high');
    const { result } = await transact(service, { ...context, actor: { id, role } }, async (tx) => {
      await accounts.acceptInvitation(tx, invited, passwordHash);
      const link = { schoolAccount, withoutPassword: true } as const;
      const linked = await accounts.linkSchoolAccount(tx, { ...invited, passwordHash }, link);
      if (!linked) throw new SchoolAccountRefusal('expired');
      const detail = 'school account';
      tx.audit(userEvent, { action: 'invitation-accepted', id, title: email, detail });
      return linked;
    });
    return result;
  }

  return {
    /** What the sign-in page calls it; null while it is not set up. */
    offer: provider ? { label: config.OIDC_LABEL ?? null } : null,

    /**
     * Begins a sign-in. @param to the path to go to; another site's becomes the dashboard @param prove asks for the password again
     * @throws SchoolAccountRefusal, ApiError 404 while it is not set up, 429
     */
    async begin(
      context: RequestContext & { readonly address: string },
      to: string | undefined,
      prove: boolean,
    ): Promise<{ url: string; begun: BegunSignIn }> {
      const { begin } = requireProvider();
      await limits.consume(`school-account:${networkOf(context.address)}`, maxPerNetwork);
      try {
        const { url, kept } = await begin(prove);
        return { url, begun: { step: 'begun', to: pathOf(to), ...kept } };
      } catch (cause) {
        throw new SchoolAccountRefusal('unavailable', { cause });
      }
    },

    /**
     * Finishes a sign-in, once: makes an account for an allowed address, and accepts an invitation.
     * @returns the session, or what waits for the account's password @throws SchoolAccountRefusal, ApiError 429
     */
    async finish(
      context: PasswordContext,
      begun: BegunSignIn | undefined,
      query: URLSearchParams,
    ): Promise<StartedSession | PendingLink> {
      const { finish } = requireProvider();
      if (begun === undefined || query.get('state') !== begun.state)
        throw new SchoolAccountRefusal('expired');
      if (!(await limits.tryConsume(`school-account-state:${begun.state}`, 1, rememberedMs)))
        throw new SchoolAccountRefusal('expired');
      const identity = await finish(query, begun).catch((cause) => {
        throw new SchoolAccountRefusal(cause instanceof SchoolProviderOutage ? 'unavailable' : 'refused', {
          cause,
        });
      });
      const { sessionId: schoolSessionId, email = '', provedAt } = identity;
      const schoolAccount = `${issuer} ${identity.subject}`;
      const role = await roleOf(context, identity);
      const account = await accountOf(context, identity, schoolAccount, role).catch((error) => {
        // Another request of the same person was faster.
        if (!isDuplicateKey(error)) throw error;
        return accountOf(context, identity, schoolAccount, role);
      });
      const ofSession = schoolSessionId === undefined ? {} : { schoolSessionId };
      if (!account)
        return {
          step: 'link',
          schoolAccount,
          email,
          provedAt: provedAt.getTime(),
          ...ofSession,
          ...(role && { role }),
        };
      const proved = { proof: 'schoolAccount', provedAt, ...ofSession } as const;
      return sessions.startConsoleSession(context, await withRole(context, account, role), proved);
    },

    /** Links what waits to the account with its address. @throws ApiError 401, 403, 429, 503 like `signInToConsole` */
    async link(
      context: PasswordContext,
      pending: PendingLink | undefined,
      body: BodyOf<typeof authSchoolAccountLink>,
    ) {
      if (!pending) throw new ApiError(401, schoolAccountMessages.expired);
      const { email, schoolAccount, schoolSessionId, role, provedAt } = pending;
      const { account } = await sessions.authenticateStaff(context, { email, ...body });
      const { _id: id } = account;
      const actor = { id, role: account.role };
      const { result: linked } = await transact(service, { ...context, actor }, async (tx) => {
        const result = await accounts.linkSchoolAccount(tx, account, { schoolAccount });
        if (!result) throw new ApiError(401, messages.auth.wrongCredentials);
        tx.audit(userEvent, { action: 'updated', id, title: email, fields: ['schoolAccount'] });
        const about = config.OIDC_LABEL ?? URL.parse(issuer ?? '')?.host ?? '';
        const mail = { kind: 'identityLinked', email, about, at: new Date() } as const;
        await mailQueue.add(context, { ...mail, ...languagePreferenceOf(account) }, tx.session);
        return result;
      });
      mailQueue.wake();
      const proved = {
        proof: 'schoolAccount',
        provedAt: new Date(provedAt),
        ...(schoolSessionId === undefined ? {} : { schoolSessionId }),
      } as const;
      return sessions.startConsoleSession(context, await withRole(context, linked, role), proved);
    },

    /** Ends the sessions that a logout token names. @throws ApiError 400 for one that is not valid or was used, 404, 429, 503 */
    async logOut(context: RequestContext & { readonly address: string }, logoutToken: string) {
      const { verifyLogout } = requireProvider();
      await limits.consume(`school-logout:${networkOf(context.address)}`, maxLogoutsPerNetwork);
      const invalid = () => new ApiError(400, schoolAccountMessages.badLogoutToken);
      const { jti, sub, sid } = await verifyLogout(logoutToken).catch((error) => {
        if (!(error instanceof SchoolProviderOutage)) throw invalid();
        throw new ApiError(503, schoolAccountMessages.unavailable, { retryAfter: 5 });
      });
      const id = createHash('sha256').update(jti).digest('hex');
      if (!(await limits.tryConsume(`logout-token:${id}`, 1, rememberedMs))) throw invalid();
      const account = sub === undefined ? null : await accounts.findBySchoolAccount(`${issuer} ${sub}`);
      if (sub !== undefined && !account) return;
      await sessions.endSchoolSessions(
        { ...context, actor: null },
        {
          ...(account && { userId: account._id }),
          ...(sid === undefined ? {} : { schoolSessionId: sid }),
        },
      );
    },
  };
}
