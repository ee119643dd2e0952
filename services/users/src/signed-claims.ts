import { createSecretKey } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { z } from 'zod';

/**
 * Creates what signs claims, and reads those that it has signed and that have not expired.
 *
 * @param secrets the first one signs, all of them are accepted
 */
export function createSignedClaims<S extends z.ZodType>(
  secrets: readonly string[],
  schema: S,
  options: { readonly issuer: string; readonly audience: string; readonly lifetimeSeconds: number },
) {
  const { issuer, audience, lifetimeSeconds } = options;
  const keys = secrets.map((secret) => createSecretKey(secret, 'utf8'));
  const [key] = keys;
  if (key === undefined) throw new Error('At least one session secret is required');
  return {
    sign: (claims: object, more: Pick<jwt.SignOptions, 'jwtid' | 'subject'> = {}) =>
      jwt.sign(claims, key, { ...more, algorithm: 'HS256', issuer, audience, expiresIn: lifetimeSeconds }),
    read(token = ''): z.output<S> | undefined {
      const expected = { algorithms: ['HS256' as const], issuer, audience, maxAge: lifetimeSeconds };
      for (const one of keys) {
        try {
          return schema.parse(jwt.verify(token, one, expected));
        } catch {
          // Expired, or not signed with this secret.
        }
      }
      return undefined;
    },
  };
}
