import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { isoDate, messageResponse } from '../core/fields.ts';
import { passkeyAssertionSchema, passkeysSchema } from './passkeys.ts';

const session = { service: 'users', access: 'session' } as const;

/** How the second factor is spoken of. Clients compare the messages of the service with these. */
export const secondFactorMessages = {
  needed: 'Enter a code of your authenticator app, or a recovery code',
  wrongCode: 'This code is not valid',
  notBegun: 'The set-up has expired. Begin again.',
  codesRemoved: 'Codes are switched off',
  isOwn: 'Change your own second factor under My account',
  reset: 'The second factor was reset',
  proofNeeded: 'Confirm that it is you to continue',
  proved: 'Confirmed',
  missing: 'Set up a second factor to continue',
  mustHave: 'Your school requires a second factor. Add another one before you remove this one.',
  ownFirst: 'Set up your own second factor before you require one from today on',
} as const;

/** Number of recovery codes that are made at once. */
export const recoveryCodeCount = 10;

/** A code of an authenticator app or a recovery code, as people type it: spaces, hyphens and case do not matter. */
export const secondFactorCode = z
  .string({ error: secondFactorMessages.needed })
  .max(64, secondFactorMessages.wrongCode)
  .transform((code) => code.replaceAll(/[\s-]/g, '').toUpperCase())
  .pipe(z.string().min(6, secondFactorMessages.wrongCode).max(32, secondFactorMessages.wrongCode));

/** How somebody has proved who they are. */
export const proofs = ['password', 'code', 'recoveryCode', 'passkey', 'schoolAccount'] as const;
export const proofSchema = z.enum(proofs);
export type Proof = z.infer<typeof proofSchema>;

const secondFactorSchema = z.object({
  /** Since when codes of an authenticator app are asked for; null when they are not. */
  codesSince: isoDate.nullable(),
  passkeys: passkeysSchema,
  /** Recovery codes that have not been used. */
  recoveryCodesLeft: z.number().int(),
  /** False for who signs in with the school's account only; absent for yes. */
  hasPassword: z.boolean().optional(),
});
export type SecondFactor = z.infer<typeof secondFactorSchema>;

/** The second factor of the signed-in user. */
export const accountSecondFactorGet = endpoint({
  ...session,
  id: 'account.secondFactor',
  method: 'GET',
  path: '/api/account/second-factor',
  withoutSecondFactor: true,
  summary: 'The own second factor',
  response: secondFactorSchema,
});

const recoveryCodesResponse = z.object({ recoveryCodes: z.array(z.string()) });

/** Makes a secret that counts from `accountCodesConfirm` on. It can be confirmed for a quarter of an hour. */
export const accountCodesBegin = endpoint({
  ...session,
  id: 'account.codesBegin',
  method: 'POST',
  path: '/api/account/second-factor/codes/begin',
  withoutSecondFactor: true,
  recentProof: true,
  summary: 'Begin to set up codes',
  response: z.object({
    /** For who cannot scan the address: base32. */
    secret: z.string(),
    /** The address for authenticator apps (`otpauth://totp/…`). */
    uri: z.string(),
  }),
});

/**
 * Switches codes on, or replaces the app that makes them, and returns new recovery codes. They are never shown again.
 * 409 when nothing was begun.
 */
export const accountCodesConfirm = endpoint({
  ...session,
  id: 'account.codesConfirm',
  method: 'POST',
  path: '/api/account/second-factor/codes',
  withoutSecondFactor: true,
  recentProof: true,
  summary: 'Switch codes on with the first one',
  body: z.object({ code: secondFactorCode }),
  response: recoveryCodesResponse,
});

/** Switches codes off. The recovery codes end with the last second factor. */
export const accountCodesRemove = endpoint({
  ...session,
  id: 'account.codesRemove',
  method: 'DELETE',
  path: '/api/account/second-factor/codes',
  recentProof: true,
  summary: 'Switch codes off',
  response: messageResponse,
});

/** Replaces the recovery codes. 404 without a second factor. */
export const accountRecoveryCodesRenew = endpoint({
  ...session,
  id: 'account.recoveryCodes',
  method: 'POST',
  path: '/api/account/second-factor/recovery-codes',
  recentProof: true,
  summary: 'Make new recovery codes',
  response: recoveryCodesResponse,
});

/**
 * Proves again who is signed in, for the calls with `recentProof`: with a code or a passkey by who has a second factor,
 * else with the password. Wrong codes and passwords count as failed sign-ins.
 */
export const accountProve = endpoint({
  ...session,
  id: 'account.prove',
  method: 'POST',
  path: '/api/account/proof',
  withoutSecondFactor: true,
  summary: 'Prove again who is signed in',
  body: z
    .object({
      password: z.string().min(1).max(1_020),
      code: secondFactorCode,
      passkey: passkeyAssertionSchema,
    })
    .partial()
    .refine(
      ({ password, code, passkey }) => (password ?? code ?? passkey) !== undefined,
      secondFactorMessages.needed,
    ),
  response: messageResponse,
});
