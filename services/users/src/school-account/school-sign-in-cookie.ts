import { createSecretKey } from 'node:crypto';
import { roleSchema, schoolSignInTokenOptions } from '@khmer-learning/contracts';
import type { FastifyReply } from 'fastify';
import jwt from 'jsonwebtoken';
import { z } from 'zod';

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
export interface SchoolSignInCookie {
  read(reply: FastifyReply): BegunSignIn | PendingLink | undefined;
  set(reply: FastifyReply, claims: BegunSignIn | PendingLink): void;
  clear(reply: FastifyReply): void;
}

/**
 * @param secrets the first one signs, all of them are accepted
 * @param publicUrl public address of the console; with https the cookie is host-bound (`__Host-`) and `Secure`
 */
export function createSchoolSignInCookie(secrets: readonly string[], publicUrl: string): SchoolSignInCookie {
  const { issuer, audience, lifetimeSeconds, cookie, secureCookie } = schoolSignInTokenOptions;
  const secure = publicUrl.startsWith('https:');
  const name = secure ? secureCookie : cookie;
  const options = { httpOnly: true, sameSite: 'lax', path: '/', secure } as const;
  const keys = secrets.map((secret) => createSecretKey(secret, 'utf8'));
  const [signingKey] = keys;
  if (signingKey === undefined) throw new Error('At least one session secret is required');
  const key = signingKey;
  return {
    read(reply) {
      const token = reply.request.cookies[name] ?? '';
      for (const one of keys) {
        try {
          return claimsSchema.parse(
            jwt.verify(token, one, { algorithms: ['HS256'], issuer, audience, maxAge: lifetimeSeconds }),
          );
        } catch {
          // Expired, or not signed with this secret.
        }
      }
      return undefined;
    },
    set(reply, claims) {
      const token = jwt.sign(claims, key, {
        algorithm: 'HS256',
        issuer,
        audience,
        expiresIn: lifetimeSeconds,
      });
      reply.setCookie(name, token, { ...options, maxAge: lifetimeSeconds });
    },
    clear(reply) {
      reply.clearCookie(name, options);
    },
  };
}
