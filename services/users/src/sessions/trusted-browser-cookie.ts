import { randomUUID } from 'node:crypto';
import { trustedBrowserTokenOptions } from '@khmer-learning/contracts';
import type { RequestContext } from '@khmer-learning/service-kit';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { createSignedClaims } from '../signed-claims.ts';
import { createHostCookie } from './host-cookie.ts';

/** A cookie has limited space. In a browser with more accounts, the oldest ones are counted by network again. */
const maxAccountsPerBrowser = 20;

const claimsSchema = z.object({
  jti: z.string().min(1),
  accounts: z.array(z.number().int()).max(maxAccountsPerBrowser),
});

/** The context of a request that contains a password, with the client's address and browser. */
export type PasswordContext = RequestContext & {
  readonly address: string;
  /** The browser's id if it has signed in to the account before. Absent for calls that do not come from a browser. */
  readonly trustedBrowserIdOf?: (accountId: number) => string | undefined;
  readonly userAgent?: string | undefined;
};

/** Recognises browsers that have signed in before, by a signed cookie. The cookie grants no access. */
export function createTrustedBrowserCookie(secrets: readonly string[], publicUrl: string) {
  const signed = createSignedClaims(secrets, claimsSchema, trustedBrowserTokenOptions);
  const cookie = createHostCookie(publicUrl, trustedBrowserTokenOptions);
  return {
    /** Reads the cookie. The returned function gives the browser's id for an account that it has signed in to before. */
    createBrowserIdLookup(reply: FastifyReply) {
      const browser = signed.read(cookie.read(reply));
      return (accountId: number) => (browser?.accounts.includes(accountId) ? browser.jti : undefined);
    },
    /** Adds the account to the browser's cookie. */
    trust(reply: FastifyReply, accountId: number): void {
      const { jti, accounts } = signed.read(cookie.read(reply)) ?? { jti: randomUUID(), accounts: [] };
      const others = accounts.filter((id) => id !== accountId);
      const claims = { jti, accounts: [accountId, ...others].slice(0, maxAccountsPerBrowser) };
      cookie.set(reply, signed.sign(claims), trustedBrowserTokenOptions.lifetimeSeconds);
    },
  };
}
