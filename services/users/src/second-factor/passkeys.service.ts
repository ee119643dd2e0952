import { randomBytes, randomUUID } from 'node:crypto';
import {
  type accountPasskeyAdd,
  type accountPasskeyBegin,
  type authPasskeyBegin,
  type BodyOf,
  type PasskeyAssertion,
  passkeyLimits,
  passkeyMessages,
  type ResponseOf,
  userEvent,
} from '@khmer-learning/contracts';
import {
  ApiError,
  conflict,
  networkOf,
  notFound,
  type RequestContext,
  transact,
} from '@khmer-learning/service-kit';
import type { passkeySiteOf } from '../config.ts';
import type { PasswordContext } from '../sessions/trusted-browser-cookie.ts';
import type { Account } from '../users/account-repository.ts';
import type { UsersContext } from '../users-context.ts';
import type { PasskeyChallenges } from './passkeys-challenges.ts';
import { createRecoveryCodes } from './recovery-codes.ts';
import { hasSecondFactor, type SecondFactorService } from './second-factor.service.ts';

/** COSE: Ed25519, ECDSA on P-256, RSA with SHA-256. */
const algorithms = [-8, -7, -257];
/** Loaded for the first passkey: it takes 4 MB, and a sixth of the processor time of a start. */
const webAuthn = () => import('@simplewebauthn/server');

/** Most uses of passkeys from one network per quarter of an hour. A whole school may share one network. */
const maxUsesPerNetwork = 600;
/** The owner gets no more than one mail about a copied passkey in this time. */
const copiedNoticeMs = 60 * 60_000;

/** The passkeys of staff (WebAuthn): each proves alone who somebody is, because it verifies its user. */
export type PasskeyService = ReturnType<typeof createPasskeyService>;

type PasskeyRow = NonNullable<NonNullable<Account['secondFactor']>['passkeys']>[number];

export function createPasskeyService(
  deps: UsersContext & {
    readonly secondFactor: SecondFactorService;
    readonly challenges: PasskeyChallenges;
    readonly site: ReturnType<typeof passkeySiteOf>;
  },
) {
  const { service, accounts, limits, mailQueue, challenges, site } = deps;
  const { requireAccount, tell, requireOther } = deps.secondFactor;
  const expected = {
    expectedOrigin: [...site.origins],
    expectedRPID: site.rpId,
    requireUserVerification: true,
  };

  const passkeysOf = ({ secondFactor }: Account): readonly PasskeyRow[] => secondFactor?.passkeys ?? [];

  /** Runs a check of the library, which throws for whatever is not right. The operator reads why. */
  async function verify<T>(context: RequestContext, check: () => Promise<T>): Promise<T | undefined> {
    try {
      return await check();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      service.logger.info({ requestId: context.requestId, reason }, 'A passkey was refused');
      return undefined;
    }
  }

  /** Records that a passkey has signed no more often than before: somebody else may have the key. */
  async function reportCopy(context: RequestContext, account: Account, passkey: PasskeyRow): Promise<void> {
    const { _id: id, email: title } = account;
    const isMailed = await limits.tryConsume(`passkey-copied:${passkey.id}`, 1, copiedNoticeMs);
    await transact(service, { ...context, actor: null }, async (tx) => {
      tx.audit(userEvent, { action: 'second-factor-refused', id, title, detail: 'a copied passkey' });
      if (isMailed) await tell(tx, context, 'passkeyCopied', account);
    });
    mailQueue.wake();
  }

  /** Uses a passkey of an account. @returns whether it is one, for a new challenge of this site @throws ApiError 429 */
  async function use(
    context: PasswordContext,
    account: Account,
    { id, response }: PasskeyAssertion,
  ): Promise<boolean> {
    await limits.consume(`passkeys:${networkOf(context.address)}`, maxUsesPerNetwork);
    const passkey = passkeysOf(account).find(({ credentialId }) => credentialId === id);
    if (!passkey) return false;
    let claims: ReturnType<PasskeyChallenges['read']>;
    const result = await verify(context, async () =>
      (await webAuthn()).verifyAuthenticationResponse({
        ...expected,
        response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
        expectedChallenge(challenge) {
          claims = challenges.read(challenge);
          return claims !== undefined;
        },
        // The counter is compared below, to tell a copy from a wrong signature.
        credential: { id, publicKey: Buffer.from(passkey.publicKey, 'base64url'), counter: 0 },
      }),
    );
    if (!result?.verified || claims === undefined || !(await challenges.use(claims))) return false;
    const counter = result.authenticationInfo.newCounter;
    if (counter <= passkey.counter && (counter > 0 || passkey.counter > 0)) {
      await reportCopy(context, account, passkey);
      return false;
    }
    return accounts.changeSecondFactor(
      account._id,
      { 'secondFactor.passkeys': { $elemMatch: { id: passkey.id, counter: passkey.counter } } },
      {
        $set: {
          'secondFactor.passkeys.$.counter': counter,
          'secondFactor.passkeys.$.lastUsedAt': new Date(),
        },
      },
    );
  }

  return {
    use,

    /** What a browser needs to use a passkey of any account. */
    beginUse: (): ResponseOf<typeof authPasskeyBegin> => ({
      challenge: Buffer.from(challenges.create()).toString('base64url'),
      rpId: site.rpId,
      timeout: challenges.lifetimeMs,
      userVerification: 'required',
    }),

    /** Proves that the actor of a session is its user. @throws ApiError 400 for a passkey that is not valid, 429 */
    async prove(context: PasswordContext, assertion: PasskeyAssertion): Promise<'passkey'> {
      const account = await requireAccount(context.actor?.id);
      if (await use(context, account, assertion)) return 'passkey';
      const { _id: id, email: title } = account;
      await transact(service, context, async (tx) => {
        tx.audit(userEvent, { action: 'second-factor-refused', id, title, detail: 'passkey' });
      });
      const message = passkeyMessages.invalid;
      throw new ApiError(400, message, { issues: [{ path: 'passkey', message }] });
    },

    /** What a browser needs to make a passkey. @throws ApiError 409 when there are too many */
    async beginAdding(userId: number): Promise<ResponseOf<typeof accountPasskeyBegin>> {
      const account = await requireAccount(userId);
      const { email, firstName, lastName, secondFactor } = account;
      const passkeys = passkeysOf(account);
      if (passkeys.length >= passkeyLimits.perUser) throw conflict(passkeyMessages.tooMany);
      const handle = secondFactor?.handle ?? randomBytes(32).toString('base64url');
      return {
        challenge: Buffer.from(challenges.create({ userId, handle })).toString('base64url'),
        rp: { id: site.rpId, name: 'Khmer Learning' },
        user: { id: handle, name: email, displayName: `${firstName} ${lastName}`.trim() },
        pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
        timeout: challenges.lifetimeMs,
        attestation: 'none',
        excludeCredentials: passkeys.map(({ credentialId }) => ({ type: 'public-key', id: credentialId })),
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
        },
      };
    },

    /** Adds a passkey. @returns recovery codes with the first second factor @throws ApiError 400, 409 also for too many */
    async add(
      context: RequestContext,
      { name, id: credentialId, response }: BodyOf<typeof accountPasskeyAdd>,
    ) {
      const account = await requireAccount(context.actor?.id);
      const { _id, email: title, secondFactor } = account;
      let claims: ReturnType<PasskeyChallenges['read']>;
      const result = await verify(context, async () => {
        await requireNoCertificates(response.attestationObject);
        return (await webAuthn()).verifyRegistrationResponse({
          ...expected,
          response: {
            id: credentialId,
            rawId: credentialId,
            type: 'public-key',
            clientExtensionResults: {},
            response,
          },
          expectedChallenge(challenge) {
            claims = challenges.read(challenge);
            return claims?.sub === String(_id);
          },
          supportedAlgorithmIDs: algorithms,
        });
      });
      const made = result?.registrationInfo?.credential;
      const handle = claims?.handle;
      if (!made || claims === undefined || handle === undefined || !(await challenges.use(claims)))
        throw new ApiError(400, passkeyMessages.notAdded);
      const passkey: PasskeyRow = {
        id: randomUUID(),
        credentialId: made.id,
        publicKey: Buffer.from(made.publicKey).toString('base64url'),
        counter: made.counter,
        name,
        createdAt: new Date(),
      };
      const isFirst = !hasSecondFactor(account);
      const recovery = isFirst ? createRecoveryCodes() : undefined;
      await transact(service, context, async (tx) => {
        const isAdded = await accounts.changeSecondFactor(
          _id,
          {
            'secondFactor.handle': secondFactor?.handle === undefined ? { $exists: false } : handle,
            'secondFactor.recoveryCodes': { $exists: !isFirst },
            'secondFactor.passkeys.credentialId': { $ne: made.id },
            [`secondFactor.passkeys.${passkeyLimits.perUser - 1}`]: { $exists: false },
          },
          {
            $push: { 'secondFactor.passkeys': passkey },
            $set: {
              'secondFactor.handle': handle,
              ...(recovery && { 'secondFactor.recoveryCodes': recovery.hashes }),
            },
          },
          tx.session,
        );
        if (!isAdded) throw conflict(passkeyMessages.notAdded);
        tx.audit(userEvent, { action: 'second-factor-added', id: _id, title, detail: 'passkey' });
        await tell(tx, context, 'secondFactorAdded', account);
      });
      mailQueue.wake();
      return recovery?.codes;
    },

    /** @throws ApiError 404 */
    async rename(userId: number, id: string, name: string) {
      const isRenamed = await accounts.changeSecondFactor(
        userId,
        { 'secondFactor.passkeys.id': id },
        { $set: { 'secondFactor.passkeys.$.name': name } },
      );
      if (!isRenamed) throw notFound('Passkey');
    },

    /** @throws ApiError 404 */
    async remove(context: RequestContext, id: string) {
      const account = await requireAccount(context.actor?.id);
      const hasCodes = account.secondFactor?.codes !== undefined;
      const count = passkeysOf(account).length;
      await transact(service, context, async (tx) => {
        if (count === 1) {
          const { passkeys: _removed, ...left } = account.secondFactor ?? {};
          await requireOther(tx, account, left);
        }
        const isRemoved = await accounts.changeSecondFactor(
          account._id,
          {
            'secondFactor.passkeys.id': id,
            'secondFactor.passkeys': { $size: count },
            'secondFactor.codes': { $exists: hasCodes },
          },
          count > 1
            ? { $pull: { 'secondFactor.passkeys': { id } } }
            : { $unset: { [hasCodes ? 'secondFactor.passkeys' : 'secondFactor']: 1 } },
          tx.session,
        );
        if (!isRemoved) throw notFound('Passkey');
        const audited = { id: account._id, title: account.email, detail: 'passkey' };
        tx.audit(userEvent, { action: 'second-factor-removed', ...audited });
        await tell(tx, context, 'secondFactorRemoved', account);
      });
      mailQueue.wake();
    },
  };
}

/** We ask for no attestation. The certificates of one name addresses that the library would fetch. */
async function requireNoCertificates(attestationObject: string): Promise<void> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const decoded = decodeAttestationObject(Buffer.from(attestationObject, 'base64url'));
  const format = decoded.get('fmt');
  if (format !== 'none' && (format !== 'packed' || decoded.get('attStmt').get('x5c') !== undefined))
    throw new Error(`Unexpected attestation ${format}`);
}
