import { createSecretKey, type KeyObject, randomUUID } from 'node:crypto';
import { trustedBrowserTokenOptions } from '@khmer-learning/contracts';
import type { RequestContext } from '@khmer-learning/service-kit';
import type { FastifyReply } from 'fastify';
import jwt from 'jsonwebtoken';
import { z } from 'zod';

/** A cookie has limited space. In a browser with more accounts, the oldest ones are counted by network again. */
const maxAccountsPerBrowser = 20;

const claimsSchema = z.object({
  jti: z.string().min(1),
  accounts: z.array(z.number().int()).max(maxAccountsPerBrowser),
});
type Claims = z.output<typeof claimsSchema>;

/** The context of a request that contains a password, with the client's address and browser. */
export type PasswordContext = RequestContext & {
  readonly address: string;
  /** The browser's id if it has signed in to the account before. Absent for calls that do not come from a browser. */
  readonly trustedBrowserIdOf?: (accountId: number) => string | undefined;
};

/** Recognises browsers that have signed in before, by a signed cookie. The cookie grants no access. */
export interface TrustedBrowserCookie {
  /** Reads the cookie. The returned function gives the browser's id for an account that it has signed in to before. */
  createBrowserIdLookup(reply: FastifyReply): NonNullable<PasswordContext['trustedBrowserIdOf']>;
  /** Adds the account to the browser's cookie. */
  trust(reply: FastifyReply, accountId: number): void;
}

/**
 * @param secrets the first one signs, all of them are accepted
 * @param publicUrl public address of the console; with https the cookie is host-bound (`__Host-`) and `Secure`
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
  if (signingKey === undefined) throw new Error('At least one session secret is required');
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
        // The token is expired, or not signed with this secret. Without a match the cookie is ignored.
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
