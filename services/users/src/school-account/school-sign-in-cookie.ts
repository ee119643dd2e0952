import { roleSchema, schoolSignInTokenOptions } from '@khmer-learning/contracts';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { createHostCookie } from '../sessions/host-cookie.ts';
import { createSignedClaims } from '../signed-claims.ts';

const begunSchema = z.object({
  step: z.literal('begun'),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** The path to go to afterwards. */
  to: z.string(),
});
/** A sign-in that the provider has not answered yet. */
export type BegunSignIn = z.output<typeof begunSchema>;

const linkSchema = z.object({
  step: z.literal('link'),
  schoolAccount: z.string(),
  schoolSessionId: z.string().optional(),
  email: z.string(),
  /** The role of the person's groups. */
  role: roleSchema.optional(),
  /** When the provider has asked who it is, in milliseconds. */
  provedAt: z.number(),
});
/** A school account that waits for the password of the account with its address. */
export type PendingLink = z.output<typeof linkSchema>;

const claimsSchema = z.discriminatedUnion('step', [begunSchema, linkSchema]);

/** Keeps a sign-in with the school's account in the browser that began it, signed, for ten minutes. */
export type SchoolSignInCookie = ReturnType<typeof createSchoolSignInCookie>;

export function createSchoolSignInCookie(secrets: readonly string[], publicUrl: string) {
  const signed = createSignedClaims(secrets, claimsSchema, schoolSignInTokenOptions);
  const { read, set, clear } = createHostCookie(publicUrl, schoolSignInTokenOptions);
  return {
    read: (reply: FastifyReply) => signed.read(read(reply)),
    set: (reply: FastifyReply, claims: BegunSignIn | PendingLink) =>
      set(reply, signed.sign(claims), schoolSignInTokenOptions.lifetimeSeconds),
    clear,
  };
}
