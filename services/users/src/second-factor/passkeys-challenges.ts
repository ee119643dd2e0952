import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { AttemptLimiter } from '../sessions/attempt-limiter.ts';
import { createSignedClaims } from '../signed-claims.ts';

const lifetimeSeconds = 5 * 60;
const options = { issuer: 'khmer-learning', audience: 'passkey', lifetimeSeconds } as const;

const claimsSchema = z.object({
  jti: z.string(),
  exp: z.number(),
  /** The id of the user who adds a passkey, and the handle that the account then has. */
  sub: z.string().optional(),
  handle: z.string().optional(),
});
type Claims = z.output<typeof claimsSchema>;

/** Signed challenges: anybody may ask for one, so only those that were used are stored. */
export type PasskeyChallenges = ReturnType<typeof createPasskeyChallenges>;

/** @param secrets the first one signs, all of them are accepted */
export function createPasskeyChallenges(
  secrets: readonly string[],
  limits: Pick<AttemptLimiter, 'tryConsume'>,
) {
  const signed = createSignedClaims(secrets, claimsSchema, options);
  return {
    lifetimeMs: lifetimeSeconds * 1_000,
    /** @param adding who adds a passkey; absent for its use */
    create: (adding?: { userId: number; handle: string }) =>
      signed.sign(adding ? { handle: adding.handle } : {}, {
        jwtid: randomUUID(),
        ...(adding && { subject: String(adding.userId) }),
      }),
    /** What a challenge says, as a browser returns it (base64url); undefined for one that was not made here or has expired. */
    read: (challenge: string) => signed.read(Buffer.from(challenge, 'base64url').toString()),
    /** Uses up a challenge, for twice the lifetime, because clocks of processes differ. @returns false when it was used before */
    use: ({ jti }: Claims) => limits.tryConsume(`passkey-challenge:${jti}`, 1, 2 * lifetimeSeconds * 1_000),
  };
}
