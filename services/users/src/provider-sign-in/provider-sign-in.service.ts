import { createHash } from 'node:crypto';
import {
  type authAppleLogin,
  type BodyOf,
  messages,
  type SignedInLearner,
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
import type { UsersConfig } from '../config.ts';
import { hashUnknownPassword } from '../passwords/password-hasher.ts';
import type { RegistrationService } from '../registrations/registration.service.ts';
import type { SessionService } from '../sessions/session.service.ts';
import type { Account, IdentityProvider } from '../users/account-repository.ts';
import { languagePreferenceOf } from '../users/language-preference.ts';
import type { UsersContext } from '../users-context.ts';
import { createIdTokenVerifier, type Identity, type IdTokenVerifier } from './id-token-verifier.ts';

type Context = RequestContext & { readonly address: string };
type Body = BodyOf<typeof authAppleLogin>;

/** Most attempts from one network per window. A whole school may share one network. */
const maxPerNetwork = 300;
/** The name of a learner whose provider and app tell none. */
const defaultName = { firstName: 'New', lastName: 'Learner' } as const;

const labels: Record<IdentityProvider, string> = { apple: 'Apple', google: 'Google' };

/** Sign-in of learners with ID tokens of Apple and Google. */
export type ProviderSignInService = ReturnType<typeof createProviderSignInService>;

export function createProviderSignInService(
  deps: UsersContext & {
    readonly registrations: Pick<RegistrationService, 'discard'>;
    readonly sessions: Pick<SessionService, 'startLearnerSession' | 'rejectSignIn'>;
  },
) {
  const { service, accounts, registrations, hasher, limits, mailQueue, sessions } = deps;
  const verifiers = createVerifiers(service.config);

  async function findOrCreateAccount(
    context: Context,
    provider: IdentityProvider,
    identity: Identity,
    body: Body,
  ): Promise<Account> {
    const { subject, email } = identity;
    const known = await accounts.findByIdentity(provider, subject);
    if (known) return assertLearner(context, known);
    if (email === undefined) throw new ApiError(401, messages.auth.unverifiedEmail);
    const existing = await accounts.findByEmail(email);
    if (existing) return link(context, await assertLearner(context, existing), { provider, subject });
    return create(context, provider, { ...identity, email }, body);
  }

  async function assertLearner(context: Context, account: Account): Promise<Account> {
    const { email, role, isActive } = account;
    if (role !== 'student')
      return sessions.rejectSignIn(context, email, account, new ApiError(403, messages.auth.notForLearners));
    if (!isActive)
      return sessions.rejectSignIn(context, email, account, new ApiError(401, messages.auth.disabled));
    return account;
  }

  async function link(
    context: Context,
    account: Account,
    { provider, subject }: { provider: IdentityProvider; subject: string },
  ): Promise<Account> {
    const { _id: id, email, role, identities = {}, emailVerified = false } = account;
    if (emailVerified && identities[provider] !== undefined)
      return sessions.rejectSignIn(context, email, account, new ApiError(403, messages.auth.otherIdentity));
    // Whoever set the password may not be the owner of the address.
    const newPasswordHash = emailVerified ? undefined : await hashUnknownPassword(hasher, 'low');
    const { result } = await transact(service, { ...context, actor: { id, role } }, async (tx) => {
      const linked = await accounts.linkIdentity(tx, account, { provider, subject, newPasswordHash });
      if (!linked) throw changedConcurrentlyError();
      tx.audit(userEvent, { action: 'updated', id, title: email, fields: [provider] });
      const mail = { kind: 'identityLinked', email, about: labels[provider], at: new Date() } as const;
      await mailQueue.add(context, { ...mail, ...languagePreferenceOf(account) }, tx.session);
      return linked;
    });
    mailQueue.wake();
    return result;
  }

  async function create(
    context: Context,
    provider: IdentityProvider,
    { subject, email, firstName, lastName }: Identity & { readonly email: string },
    body: Body,
  ): Promise<Account> {
    const passwordHash = await hashUnknownPassword(hasher, 'low');
    const id = await nextId(service.connection, 'user');
    await transact(service, { ...context, actor: null }, async (tx) => {
      // Registrations of this address by others become invalid.
      await registrations.discard(tx, email);
      await accounts.add(tx, {
        id,
        email,
        passwordHash,
        firstName: nameOf(firstName ?? body.firstName, defaultName.firstName),
        lastName: nameOf(lastName ?? body.lastName, defaultName.lastName),
        role: 'student',
        isActive: true,
        emailVerified: true,
        identities: { [provider]: subject },
      });
      const detail = `student, ${labels[provider]}`;
      tx.audit(userEvent, { action: 'created', id, title: email, detail });
    });
    const created = await accounts.findByIdentity(provider, subject);
    if (!created) throw changedConcurrentlyError();
    return created;
  }

  return {
    /**
     * Signs in the learner with this identity, or its verified address, or creates one. An ID token can be used once.
     * @throws ApiError 401 for an invalid token, an unverified address or a disabled account; 403 for staff and another identity;
     *   404 without the provider; 429; 503
     */
    async signIn(context: Context, provider: IdentityProvider, body: Body): Promise<SignedInLearner> {
      const verify = verifiers[provider];
      if (!verify) throw new ApiError(404, `Sign-in with ${labels[provider]} is not set up`);
      await limits.consume(`provider-sign-ins:${networkOf(context.address)}`, maxPerNetwork);
      const identity = await verify(body.idToken, body.nonce);
      const tokenHash = createHash('sha256').update(body.idToken).digest('hex');
      const validForMs = Math.max(1, identity.expiresAt.getTime() - Date.now());
      if (!(await limits.tryConsume(`id-token:${tokenHash}`, 1, validForMs)))
        throw new ApiError(401, messages.auth.badIdToken);
      const account = await findOrCreateAccount(context, provider, identity, body).catch((error) => {
        // Another request of the same person was faster.
        if (!isDuplicateKey(error)) throw error;
        return findOrCreateAccount(context, provider, identity, body);
      });
      return sessions.startLearnerSession(context, account, `learner app, ${labels[provider]}`);
    },
  };
}

function createVerifiers(config: UsersConfig): Record<IdentityProvider, IdTokenVerifier | undefined> {
  const create = (label: string, issuers: string[], audiences: readonly string[], keysUrl: string) =>
    audiences.length === 0 ? undefined : createIdTokenVerifier({ label, issuers, audiences, keysUrl });
  const google = ['https://accounts.google.com', 'accounts.google.com'];
  return {
    apple: create(
      labels.apple,
      ['https://appleid.apple.com'],
      config.APPLE_CLIENT_IDS,
      config.APPLE_KEYS_URL,
    ),
    google: create(labels.google, google, config.GOOGLE_CLIENT_IDS, config.GOOGLE_KEYS_URL),
  };
}

function nameOf(given: string | undefined, fallback: string): string {
  return given?.trim().slice(0, userLimits.name) || fallback;
}

function changedConcurrentlyError(): ApiError {
  return new ApiError(503, 'The account was changed at the same time. Try again.', { retryAfter: 1 });
}
