import { createHash, randomBytes } from 'node:crypto';
import { ApiError } from '@khmer-learning/service-kit';

const tokenBytes = 32;

/** Creates the secret part of a mailed link: 256 random bits, base64url-encoded. Only its hash is stored. */
export function createLinkToken(): { token: string; tokenHash: string } {
  const token = randomBytes(tokenBytes).toString('base64url');
  return { token, tokenHash: hashLinkToken(token) };
}

export function hashLinkToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The 400 error for a link that has expired, was used or never existed. */
export function invalidLinkError(): ApiError {
  return new ApiError(400, 'This link has expired or has already been used. Request a new one.');
}
