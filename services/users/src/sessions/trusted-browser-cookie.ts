import { createSecretKey, type KeyObject, randomUUID } from 'node:crypto';
import { trustedBrowserTokenOptions } from '@khmer-learning/contracts';
import type { RequestContext } from '@khmer-learning/service-kit';
import type { FastifyReply } from 'fastify';
import jwt from 'jsonwebtoken';
import { z } from 'zod';

/** A cookie has little room; who shares a browser with more people is counted by network again. */
const maxAccountsPerBrowser = 20;

const claimsSchema = z.object({
  jti: z.string().min(1),
  accounts: z.array(z.number().int()).max(maxAccountsPerBrowser),
});
type Claims = z.output<typeof claimsSchema>;

/** A request that brings a password: from where, and from which browser. */
export type PasswordContext = RequestContext & {
  readonly address: string;
  /** The browser's id, if it has signed in to the account before; absent where no browser asks. */
  readonly trustedBrowserIdOf?: (accountId: number) => string | undefined;
};

/** Browsers that have signed in before, known by a signed cookie that lets nobody in. */
export interface TrustedBrowserCookie {
  /** Tells of an account the browser's id, if it has signed in to that before. */
  createBrowserIdLookup(reply: FastifyReply): NonNullable<PasswordContext['trustedBrowserIdOf']>;
  /** From now on the browser has signed in to the account. */
  trust(reply: FastifyReply, accountId: number): void;
}

/**
 * @param secrets the first one signs, all of them are accepted
 * @param publicUrl where people reach the console; over https only a host-bound, `Secure` cookie will do
 */
export function createTrustedBrowserCookie(
  secrets: readonly string[],
  publicUrl: string,
): TrustedBrowserCookie {
  const { issuer, audience, lifetimeSeconds, cookie, secureCookie } = trustedBrowserTokenOptions;
  const secure = publicUrl.startsWith('https:');
  const name = secure ? secureCookie : cookie;
  const keys = secrets.map((secret) => createSecretKey(secret, 'utf8'));
  const [signingKey] = keys;
  if (signingKey === undefined) throw new Error('At least one session secret is needed');
  const key: KeyObject = signingKey;

  function readCookie(reply: FastifyReply): Claims | undefined {
    const token = reply.request.cookies[name];
    if (token === undefined) return undefined;
    for (const secret of keys) {
      try {
        return claimsSchema.parse(
          jwt.verify(token, secret, { algorithms: ['HS256'], issuer, audience, maxAge: lifetimeSeconds }),
        );
      } catch {
        // Signed with another secret, expired, or by nobody of ours: as good as none.
      }
    }
    return undefined;
  }

  return {
    createBrowserIdLookup(reply) {
      const browser = readCookie(reply);
      return (accountId) => (browser?.accounts.includes(accountId) ? browser.jti : undefined);
    },
    trust(reply, accountId) {
      const browser = readCookie(reply) ?? { jti: randomUUID(), accounts: [] };
      const others = browser.accounts.filter((id) => id !== accountId);
      const claims: Claims = {
        jti: browser.jti,
        accounts: [accountId, ...others].slice(0, maxAccountsPerBrowser),
      };
      const expiresIn = lifetimeSeconds;
      const token = jwt.sign(claims, key, { algorithm: 'HS256', issuer, audience, expiresIn });
      const options = {
        httpOnly: true,
        sameSite: 'lax',
        path: '/',
        secure,
        maxAge: lifetimeSeconds,
      } as const;
      reply.setCookie(name, token, options);
    },
  };
}
