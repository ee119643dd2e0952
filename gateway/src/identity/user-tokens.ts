import { type UserTokenClaims, userTokenClaims } from '@khmer-learning/contracts';
import { createVerifier } from 'fast-jwt';

/** What both kinds of user token are recognised by: `sessionToken` and `learnerToken` of the contracts. */
export interface TokenKind {
  readonly issuer: string;
  readonly audience: string;
  readonly lifetimeSeconds: number;
}

/** Longer than any token of ours: not worth verifying. */
const maxTokenLength = 4_096;

/**
 * A verifier of one kind of user token: HS256 only, this issuer and audience, an `exp`, no older than its kind lives.
 *
 * @param secrets any of them may have signed
 * @returns a function giving the claims, or undefined for whatever is not such a token
 */
export function userTokenVerifier(
  secrets: readonly string[],
  kind: TokenKind,
): (token: string) => UserTokenClaims | undefined {
  const verifiers = secrets.map((key) =>
    createVerifier<string>({
      key,
      algorithms: ['HS256'],
      allowedIss: kind.issuer,
      allowedAud: kind.audience,
      requiredClaims: ['iss', 'aud', 'sub', 'jti', 'iat', 'exp'],
      maxAge: kind.lifetimeSeconds * 1_000,
      cache: false,
    }),
  );
  return (token) => {
    if (token.length > maxTokenLength) return undefined;
    for (const verify of verifiers) {
      try {
        return userTokenClaims.safeParse(verify(token)).data;
      } catch {
        // Signed with another secret, or not a token: the next one may know it.
      }
    }
    return undefined;
  };
}
