import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { isoDate, messageResponse, requiredText } from '../core/fields.ts';

const session = { service: 'users', access: 'session' } as const;

/** Limits of passkeys (WebAuthn Level 2) per account. */
export const passkeyLimits = { perUser: 10, name: 60 } as const;

/** What is said of passkeys. Clients compare the messages of the service with these. */
export const passkeyMessages = {
  invalid: 'This passkey is not valid',
  notAdded: 'The passkey was not accepted. Try again.',
  tooMany: `You have ${passkeyLimits.perUser} passkeys. Remove one of them first`,
  name: 'Name is required',
  renamed: 'The passkey was renamed',
  removed: 'The passkey was removed',
} as const;

/** Base64url of what an authenticator has made. */
const bytes = (max: number) => z.string().min(1).max(max);
const credentialId = bytes(1_364);
/** Bytes of a body with what an authenticator has made. */
export const passkeyBodyLimit = 64 * 1024;

/** What an authenticator signs, as `navigator.credentials.get` returns it: for a sign-in or a recent proof. */
export const passkeyAssertionSchema = z.object({
  id: credentialId,
  response: z.object({
    clientDataJSON: bytes(8_192),
    authenticatorData: bytes(8_192),
    signature: bytes(8_192),
    /** The opaque id of the account. */
    userHandle: bytes(128),
  }),
});
export type PasskeyAssertion = z.output<typeof passkeyAssertionSchema>;

const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: isoDate,
  lastUsedAt: isoDate.nullable(),
});
/** A passkey as its owner sees it. */
export type Passkey = z.infer<typeof passkeySchema>;
/** The passkeys of an account, the oldest first. */
export const passkeysSchema = z.array(passkeySchema).max(passkeyLimits.perUser);

const credentialType = z.literal('public-key');
const userVerification = z.literal('required');

/** What `navigator.credentials.create` needs to make a passkey. It can be added for five minutes. 409 for one too many. */
export const accountPasskeyBegin = endpoint({
  ...session,
  id: 'account.passkeyBegin',
  method: 'POST',
  path: '/api/account/second-factor/passkeys/begin',
  withoutSecondFactor: true,
  recentProof: true,
  summary: 'Begin to add a passkey',
  response: z.object({
    challenge: z.string(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type: credentialType, alg: z.number().int() })),
    timeout: z.number().int(),
    attestation: z.literal('none'),
    excludeCredentials: z.array(z.object({ type: credentialType, id: z.string() })),
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification,
    }),
  }),
});

const nameBody = z.object({ name: requiredText(passkeyMessages.name, passkeyLimits.name) });

/** The recovery codes come with the first second factor. They are never shown again. */
export const accountPasskeyAdd = endpoint({
  ...session,
  id: 'account.passkeyAdd',
  method: 'POST',
  path: '/api/account/second-factor/passkeys',
  withoutSecondFactor: true,
  recentProof: true,
  summary: 'Add a passkey',
  body: nameBody.extend({
    id: credentialId,
    response: z.object({ clientDataJSON: bytes(8_192), attestationObject: bytes(32_768) }),
  }),
  bodyLimit: passkeyBodyLimit,
  response: z.object({ recoveryCodes: z.array(z.string()).optional() }),
  status: 201,
});

const params = z.object({ id: z.string().min(1).max(64) });

export const accountPasskeyRename = endpoint({
  ...session,
  id: 'account.passkeyRename',
  method: 'PATCH',
  path: '/api/account/second-factor/passkeys/:id',
  summary: 'Rename a passkey',
  params,
  body: nameBody,
  response: messageResponse,
});

/** The recovery codes end with the last second factor. */
export const accountPasskeyRemove = endpoint({
  ...session,
  id: 'account.passkeyRemove',
  method: 'DELETE',
  path: '/api/account/second-factor/passkeys/:id',
  recentProof: true,
  summary: 'Remove a passkey',
  params,
  response: messageResponse,
});
