import { createSecretKey, randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { z } from 'zod';
import type { AttemptLimiter } from '../sessions/attempt-limiter.ts';

const options = { issuer: 'khmer-learning', audience: 'passkey' } as const;
const lifetimeSeconds = 5 * 60;

const claimsSchema = z.object({
  jti: z.string(),
  exp: z.number(),
  /** The id of the user who adds a passkey, and the handle that the account then has. */
  sub: z.string().optional(),
  handle: z.string().optional(),
});
type Claims = z.output<typeof claimsSchema>;

/** Signed challenges: anybody may ask for one, so only those that were used are stored. */
export interface PasskeyChallenges {
  readonly lifetimeMs: number;
  /** @param adding who adds a passkey; absent for its use */
  create(adding?: { userId: number; handle: string }): string;
  /** What a challenge says, as a browser returns it (base64url); undefined for one that was not made here or has expired. */
  read(challenge: string): Claims | undefined;
  /** Uses up a challenge. @returns false when it was used before */
  use(claims: Claims): Promise<boolean>;
}

/** @param secrets the first one signs, all of them are accepted */
export function createPasskeyChallenges(
  secrets: readonly string[],
  limits: Pick<AttemptLimiter, 'tryConsume'>,
): PasskeyChallenges {
  const keys = secrets.map((secret) => createSecretKey(secret, 'utf8'));
  const [key] = keys;
  if (key === undefined) throw new Error('At least one session secret is required');
  return {
    lifetimeMs: lifetimeSeconds * 1_000,
    create: (adding) =>
      jwt.sign(adding ? { handle: adding.handle } : {}, key, {
        ...options,
        algorithm: 'HS256',
        expiresIn: lifetimeSeconds,
        jwtid: randomUUID(),
        ...(adding && { subject: String(adding.userId) }),
      }),
    read(challenge) {
      const token = Buffer.from(challenge, 'base64url').toString();
      for (const secret of keys) {
        try {
          return claimsSchema.parse(
            jwt.verify(token, secret, { ...options, algorithms: ['HS256'], maxAge: lifetimeSeconds }),
          );
        } catch {
          // It has expired, or was not signed with this secret.
        }
      }
      return undefined;
    },
    // Twice the lifetime, because clocks of processes differ.
    use: ({ jti }) => limits.tryConsume(`passkey-challenge:${jti}`, 1, 2 * lifetimeSeconds * 1_000),
  };
}
